import { type RawBuilder, sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Database } from '~/database/connect'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { isId } from '~/lib/ids'
import { type PageInput, readTimePage } from '~/lib/list-page'
import { splitSearchWords, toLikePattern, toWordStartPattern } from '~/lib/search-words'
import { requireCaller } from '~/platform/rpc/context'
import {
  FAILED_KINDS,
  kindsOf,
  type SecurityFamily,
  type SecurityPeriod,
  type SecurityResult,
} from '../../rules/security-kinds'
import type { SecurityEntry } from '../../contract-activity'
import type { IdentityContext } from '../context'
import { toActivityEvent, type EventRow } from './format-event'

interface ListInput extends PageInput {
  q?: string | undefined
  family?: SecurityFamily | undefined
  result?: SecurityResult | undefined
  period: SecurityPeriod
  personId?: string | undefined
  limit: number
}

type Row = EventRow & {
  micros: number
  user_id: string | null
  full_name: string | null
  email: string | null
  by: string | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const days = { day: 1, week: 7, month: 30 } as const
/** How many people a search may match by name or email. A more exact search matches fewer. */
const MAX_PEOPLE = 200

const results: Readonly<Record<SecurityResult, RawBuilder<unknown>>> = {
  new_device: sql`e.is_new_device`,
  failed: sql`e.kind = 'sign_in_failed'`,
  blocked: sql`e.kind = 'sign_in_blocked'`,
}

/** Returns a page of security events, newest first. */
export async function listEvents({ db, now }: { db: Database; now: () => Date }, input: ListInput) {
  const { q = '', family, result, period, personId, limit } = input
  const terms = splitSearchWords(q)
  const conditions = [
    ...(period === 'all'
      ? []
      : [sql`e.at > ${new Date(now().getTime() - days[period] * DAY_MS)}::timestamptz`]),
    ...(family ? [sql`e.kind = any (${[...kindsOf[family]]}::text[])`] : []),
    ...(result ? [results[result]] : []),
    ...(personId === undefined ? [] : [isId(personId) ? sql`e.user_id = ${personId}::uuid` : sql`false`]),
    ...(terms.length === 0 ? [] : [await createSearchCondition(db, terms)]),
  ]
  const { shown, ...place } = await readTimePage(input, limit, async (start, most) => {
    const walk = createTimePageClauses('e', start, conditions, { moment: 'at' })
    const { rows } = await sql<Row>`
      select e.id, e.kind, e.at, e.count, e.device, e.ip, e.country, e.is_new_device, e.details, e.user_id, ${walk.micros} as micros,
        p.full_name, a.email, b.full_name as by
      from security_events e left join accounts a on a.id = e.user_id left join profiles p on p.id = e.user_id
        left join profiles b on b.id = e.actor_id
      where ${walk.where} order by ${walk.order} limit ${sql.lit(most)}`.execute(db)
    return rows
  })
  return { events: shown.map(toSecurityLine), ...place }
}

/** Matches a network address by its prefix, or a person by the words of their name and email. */
async function createSearchCondition(db: Database, terms: readonly string[]): Promise<RawBuilder<unknown>> {
  const [word = ''] = terms
  if (terms.length === 1 && /^[\da-f.:/]+$/.test(word) && /[.:]/.test(word))
    return sql`e.ip like ${toWordStartPattern(word)}`
  const conditions = terms.map(
    (each) => sql`account_text(p.email, p.full_name, p.dj_name) like ${toLikePattern(each)}`,
  )
  const people = await sql<{ id: string }>`
    select p.id from profiles p where ${sql.join(conditions, sql` and `)} limit ${sql.lit(MAX_PEOPLE)}`.execute(
    db,
  )
  return sql`e.user_id = any (${people.rows.map(({ id }) => id)}::uuid[])`
}

function toSecurityLine(row: Row): SecurityEntry {
  return {
    ...toActivityEvent(row),
    person:
      row.user_id === null
        ? null
        : {
            id: row.user_id,
            name: row.full_name ?? '',
            email: row.email === null ? null : maskAddress(row.email),
          },
    by: row.by,
    isBlocked: row.kind === 'sign_in_blocked',
  }
}

/** Masks an email: `m•••@voss.example`. */
function maskAddress(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1•••')
}

/** Records in the audit log that an admin opened one person's events, at most once a day for each admin. */
export async function recordView(
  context: Pick<IdentityContext, 'caller' | 'db' | 'now' | 'requestId'>,
  personId: string,
): Promise<void> {
  const actorId = requireCaller(context).id
  const since = new Date(context.now().getTime() - DAY_MS)
  await context.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`users.view_security ${actorId} ${personId}`}, 0))`.execute(
      trx,
    )
    const seen = await trx
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'users.view_security')
      .where('actor_id', '=', actorId)
      .where('subject_id', '=', personId)
      .where('created_at', '>', since)
      .limit(1)
      .executeTakeFirst()
    if (seen !== undefined) return
    const { requestId } = context
    await recordAudit(trx, {
      actorId,
      action: 'users.view_security',
      subject: { type: 'person', id: personId },
      requestId,
    })
  })
}

const ATTACKED_ACCOUNTS = 10

/**
 * Returns the counts of the last 24 hours, and the network whose sign-ins failed for the most accounts (at least ten)
 * within the last hour.
 */
export async function countEvents({ db, now }: { db: Database; now: () => Date }) {
  const since = new Date(now().getTime() - DAY_MS)
  const { rows } = await sql<{ signIns: number; failed: number; newDevices: number; blocked: number }>`
    select coalesce(sum(count) filter (where kind = 'signed_in'), 0)::int as "signIns",
      coalesce(sum(count) filter (where kind = 'sign_in_failed'), 0)::int as failed,
      count(*) filter (where is_new_device)::int as "newDevices",
      coalesce(sum(count) filter (where kind = 'sign_in_blocked'), 0)::int as blocked
    from security_events where at > ${since}::timestamptz`.execute(db)
  const attacks = await sql<{ network: string; accounts: number }>`
    select ip as network, count(distinct user_id)::int as accounts from security_events
    where kind = any (${[...FAILED_KINDS]}::text[]) and at > ${new Date(now().getTime() - HOUR_MS)}::timestamptz and ip is not null
    group by ip having count(distinct user_id) >= ${sql.lit(ATTACKED_ACCOUNTS)} order by 2 desc limit 1`.execute(
    db,
  )
  return {
    ...(rows[0] ?? { signIns: 0, failed: 0, newDevices: 0, blocked: 0 }),
    attack: attacks.rows[0] ?? null,
  }
}
