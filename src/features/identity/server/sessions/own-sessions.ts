import { sql } from 'kysely'
import { formatBrowser } from '~/lib/format-browser'
import { isId } from '~/lib/ids'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { lockAssuredAccount, type OwnSession } from './lock-account'
import { recordRequestEvent, type RequestOrigin } from '../security-log/record-event'
import { cancelPendingChanges } from '../accounts/cancel-pending-changes'

/** How many sessions are listed. A person with more can sign out of all of them. */
const MOST = 200

/**
 * Lists the sessions of the person: the current one first, then the last used. The session ids can't be used to sign
 * in.
 */
export async function listOwnSessions({ db, now }: IdentityContext, { userId, sessionId }: OwnSession) {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.user_id')
    .select(['s.id', 's.created_at', 's.last_seen_at', 's.ip', 's.user_agent'])
    .select(sql<boolean>`a.has_second_factor and s.assurance = 'aal1'`.as('is_pending'))
    .select(
      sql<boolean>`exists (select from security_events e where e.user_id = s.user_id and e.session_id = s.id and e.is_new_device
        and e.answer is null)`.as('is_new'),
    )
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now())
    .orderBy(sql`s.id = ${sessionId}::uuid`, 'desc')
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    browser: formatBrowser(row.user_agent),
    ip: row.ip,
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isThis: row.id === sessionId,
    isPending: row.is_pending,
    isNew: row.is_new,
  }))
}

/**
 * Ends one of the person's sessions. Does nothing for an ended one or another person's. The session may be a thief's,
 * so pending changes that a session can complete alone are canceled. Returns 'ended' if the caller's own session
 * is no longer active.
 */
export async function endOwnSession(
  context: RequestOrigin & Pick<IdentityContext, 'db' | 'live' | 'now'>,
  { userId, sessionId, id }: OwnSession & { id: string },
): Promise<'done' | 'ended'> {
  const { db, live, now } = context
  if (!isId(id)) return 'done'
  const at = now()
  const outcome = await db.transaction().execute(async (trx) => {
    if ((await lockAssuredAccount(trx, { userId, sessionId }, at)) === undefined) return 'ended'
    const ended = await trx
      .updateTable('sessions')
      .set({ ended_at: at })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .returning(['id', 'user_agent'])
      .executeTakeFirst()
    if (ended === undefined) return 'done'
    if (ended.id !== sessionId) await cancelPendingChanges(trx, { userId, now: at })
    const details = { device: formatBrowser(ended.user_agent) }
    await recordRequestEvent(trx, context, { userId, kind: 'session_ended', sessionId: id, details })
    return 'done'
  })
  live.publish([userId], [SESSION_TOPIC])
  return outcome
}
