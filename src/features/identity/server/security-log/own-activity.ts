import { sql } from 'kysely'
import { createTimePageClauses } from '~/database/time-page-clauses'
import type { Database } from '~/database/connect'
import { iteratePages } from '~/lib/iterate-pages'
import { readTimePage } from '~/lib/list-page'
import { SESSION_TOPIC } from '~/platform/live/live'
import { endOwnSession } from '../sessions/own-sessions'
import { forgetDevices } from '../sessions/known-device'
import { forgetBrowsers } from '../sessions/trusted-browser'
import type { IdentityContext } from '../context'
import { lockAssuredAccount, type OwnSession } from '../sessions/lock-account'
import { kindsOf } from '../../rules/security-kinds'
import { toActivityEvent, type EventRow } from './format-event'

const PAGE = 30
const DAY_MS = 86_400_000
const USUAL_DAYS = 90

type Family = 'sign_ins' | 'failed' | 'changes' | 'api_keys'
/**
 * The kinds of events in each filter of the activity page. Changes include ended sessions and role changes. A new or
 * revoked API key is in two filters.
 */
const shownAs = {
  sign_ins: kindsOf.sign_ins,
  failed: kindsOf.failed,
  changes: [...kindsOf.changes, ...kindsOf.roles, ...kindsOf.sessions],
  api_keys: [...kindsOf.api_keys, 'api_key_created', 'api_key_revoked'],
} as const

const columns = sql`id, kind, at, count, device, ip, country, is_new_device, details`

/** Returns a page of the person's own activity, newest first, within the configured retention. */
export async function listOwnActivity(
  { db, now, config }: Pick<IdentityContext, 'db' | 'now' | 'config'>,
  { userId, family, after }: { userId: string; family?: Family | undefined; after?: string | undefined },
) {
  const days = config.security?.ownActivityDays ?? USUAL_DAYS
  const since = new Date(now().getTime() - days * DAY_MS)
  const conditions = [
    sql`e.user_id = ${userId}::uuid and e.at > ${since}::timestamptz`,
    ...(family ? [sql`e.kind = any (${[...shownAs[family]]}::text[])`] : []),
  ]
  const { shown, nextCursor } = await readTimePage({ after }, PAGE, async (start, most) => {
    const walk = createTimePageClauses('e', start, conditions, { moment: 'at' })
    const { rows } = await sql<EventRow & { micros: number }>`
      select ${columns}, ${walk.micros} as micros from security_events e
      where ${walk.where} order by ${walk.order} limit ${sql.lit(most)}`.execute(db)
    return rows
  })
  return {
    days,
    events: shown.map(toActivityEvent),
    nextCursor,
    alert: await findAlert(db, { userId, since }),
  }
}

async function findAlert(db: Database, { userId, since }: { userId: string; since: Date }) {
  const { rows } = await sql<EventRow>`
    select ${columns} from security_events
    where user_id = ${userId}::uuid and is_new_device and answer is null and at > ${since}::timestamptz
    order by at desc, id desc limit 1`.execute(db)
  return rows[0] ? toActivityEvent(rows[0]) : null
}

/** Handles "It was me": marks this new sign-in and older ones as confirmed by the person. */
export async function confirmActivity(
  { db, live }: Pick<IdentityContext, 'db' | 'live'>,
  { userId, id }: { userId: string; id: string },
): Promise<'done' | 'not_found'> {
  const { rows } = await sql`
    update security_events e set answer = 'me' from security_events asked
    where asked.id = ${id}::uuid and asked.user_id = ${userId}::uuid and e.user_id = asked.user_id and e.is_new_device
      and e.answer is null and e.at <= asked.at returning e.id`.execute(db)
  live.publish([userId], ['identity'])
  return rows.length > 0 || (await isOwnEvent(db, { userId, id })) ? 'done' : 'not_found'
}

/**
 * Handles “It wasn’t me”: ends the session of that sign-in, and treats every other browser as new and untrusted. The
 * page then offers to change the sign-in methods that a stranger could still use.
 */
export async function denyActivity(
  context: IdentityContext,
  { userId, sessionId, id }: OwnSession & { id: string },
): Promise<'done' | 'ended' | 'not_found'> {
  const { db, live, now } = context
  const denied = await db.transaction().execute(async (trx) => {
    if ((await lockAssuredAccount(trx, { userId, sessionId }, now())) === undefined) return 'ended'
    const event = await trx
      .updateTable('security_events')
      .set({ answer: 'not_me' })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('session_id')
      .executeTakeFirst()
    if (event === undefined) return 'not_found'
    await forgetDevices(trx, userId)
    await forgetBrowsers(trx, userId, now())
    return event
  })
  if (typeof denied === 'string') return denied
  live.publish([userId], ['identity', SESSION_TOPIC])
  // The session that sends this answer stays signed in, even if the alert is about it.
  const deniedSessionId = denied.session_id
  if (deniedSessionId === null || deniedSessionId === sessionId) return 'done'
  return endOwnSession(context, { userId, sessionId, id: deniedSessionId })
}

async function isOwnEvent(db: Database, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const found = await db
    .selectFrom('security_events')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns all of the person's own events, for the CSV file. */
export const listAllOwnActivity = (context: Pick<IdentityContext, 'db' | 'now' | 'config'>, userId: string) =>
  iteratePages(async (after) => {
    const { events, nextCursor } = await listOwnActivity(context, { userId, after })
    return { rows: events, nextCursor }
  })
