import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { type PageInput, readTimePage } from '~/lib/list-page'
import type { AuditPage, AuditLogEntry, AuditPerson } from '../../contract-audit'
import { type AuditFamily, type AuditPeriod, getPeriodStart } from '../../rules/audit-filters'
import { matchWords } from './match-words'
import { listAuditRows, type AuditRow } from './list-audit-rows'
import { sql } from 'kysely'
import { formatRefundReason } from '~/features/orders/rules/refund-reason'
import { type AuditDetail, type AuditFacts, formatDeletedAccount } from '../../rules/audit-facts'
import { describeAudit } from '../../rules/describe-audit'

type Details = Readonly<Record<string, AuditDetail>>

interface Names {
  people: ReadonlyMap<string, { name: string; avatarUrl: string | null }>
  lastRoles: ReadonlyMap<string, string>
  requests: ReadonlyMap<string, string>
  rooms: ReadonlyMap<string, string>
  codes: ReadonlyMap<string, string>
  bookings: ReadonlyMap<string, string>
  cases: ReadonlyMap<string, { id: string; isDecided: boolean }>
}

interface ListInput extends PageInput {
  q?: string | undefined
  action?: AuditFamily | undefined
  period: AuditPeriod
  personId?: string | undefined
  limit: number
}

/** Lists a page of the log, newest first. */
export async function listAuditEntries(
  { db, now }: { db: Database; now: () => Date },
  input: ListInput,
): Promise<AuditPage> {
  const { q = '', action, period, personId, limit } = input
  const match = await matchWords(db, q)
  const isUnknown = personId !== undefined && !isId(personId)
  const filter = { family: action, since: getPeriodStart(period, now()), personId, match }
  const { shown, ...place } = await readTimePage(input, limit, async (start, most) =>
    isUnknown ? [] : listAuditRows(db, filter, { start, most }),
  )
  return {
    entries: await toLogEntries(db, shown),
    ...place,
    isNameTooCommon: match?.isNameTooCommon ?? false,
  }
}

/** Returns readable entries with current names. */
async function toLogEntries(db: Database, rows: readonly AuditRow[]): Promise<AuditLogEntry[]> {
  const lines = rows.map((row) => ({ row, details: withRefundReason(parseDetails(row.details)) }))
  const names = await findNames(db, lines)
  return lines.map(({ row, details }) => {
    const facts: AuditFacts = {
      subject: { type: row.subject_type, id: row.subject_id },
      details,
      findName: (id) => names.people.get(id)?.name ?? null,
      findLastRole: (id) => names.lastRoles.get(id) ?? null,
      findRequesterName: (id) => names.requests.get(id) ?? null,
      findRoomName: (id) => names.rooms.get(id) ?? null,
      findCode: (id) => names.codes.get(id) ?? null,
      findBookingNumber: (id) => names.bookings.get(id) ?? null,
    }
    return {
      id: row.id,
      at: row.created_at.toISOString(),
      actor: row.actor_id === null ? null : toPerson(row.actor_id, names),
      ...describeAudit(row.action, facts),
      link: findLink(details, names),
    }
  })
}

/** Refunds store their reason as a code, see orders/rules/refund-reason.ts. */
function withRefundReason(details: Details): Details {
  const reason = details['reason']
  return typeof reason === 'string' ? { ...details, reason: formatRefundReason(reason) } : details
}

function toPerson(id: string, { people, lastRoles }: Names): AuditPerson {
  const person = people.get(id)
  return {
    id,
    name: person?.name ?? formatDeletedAccount(id, lastRoles.get(id) ?? null),
    avatarUrl: person?.avatarUrl ?? null,
    isRemoved: !person,
  }
}

function findLink(details: Details, { cases }: Names): AuditLogEntry['link'] {
  const label = details['case']
  if (typeof label !== 'string' || label === '') return null
  const found = cases.get(label)
  const tab = found?.isDecided ? 'tab=closed&' : ''
  return { label, href: found ? `/dashboard/moderation?${tab}case=${found.id}` : '/dashboard/moderation' }
}

async function findNames(
  db: Database,
  lines: readonly { row: AuditRow; details: Details }[],
): Promise<Names> {
  const ids = lines.flatMap(({ row, details }) => [row.actor_id, row.subject_id, details['person']])
  const listSubjects = (type: string) =>
    filterIds(lines.flatMap(({ row }) => (row.subject_type === type ? [row.subject_id] : [])))
  const rooms = filterIds(lines.flatMap(({ details }) => [details['room'], details['roomId']]))
  const numbers = lines.flatMap(({ details }) => /^R-(\d{1,9})$/.exec(String(details['case']))?.[1] ?? [])
  const [people, lastRoles, requests, roomNames, codes, bookings, cases] = await Promise.all([
    selectByKeys<{ key: string; name: string; avatarUrl: string | null }>(filterIds(ids), (some) =>
      sql`select id as key, display_name as name, avatar_url as "avatarUrl" from profiles where id = any(${some}::uuid[])`.execute(
        db,
      ),
    ),
    // The audit entry of an account deletion has the person's id and last role.
    selectByKeys<{ key: string; value: string }>(filterIds(ids), (some) =>
      sql`select subject_id as key, details ->> 'role' as value from audit_log
        where subject_id = any(${some}::text[]) and action in ('users.leave', 'users.remove') and details ? 'role'`.execute(
        db,
      ),
    ),
    selectByKeys<{ key: string; value: string }>(listSubjects('invite_request'), (some) =>
      sql`select id as key, full_name as value from invite_requests where id = any(${some}::uuid[])`.execute(
        db,
      ),
    ),
    selectByKeys<{ key: string; value: string }>([...rooms, ...listSubjects('room')], (some) =>
      sql`select id as key, name as value from chat_rooms where id = any(${some}::uuid[])`.execute(db),
    ),
    selectByKeys<{ key: string; value: string }>(listSubjects('invitation'), (some) =>
      sql`select id as key, code as value from invitations where id = any(${some}::uuid[])`.execute(db),
    ),
    selectByKeys<{ key: string; value: string }>(listSubjects('booking'), (some) =>
      sql`select id as key, booking_number as value from bookings where id = any(${some}::uuid[])`.execute(
        db,
      ),
    ),
    selectByKeys<{ key: string; id: string; isDecided: boolean }>(numbers, (some) =>
      sql`select 'R-' || number as key, id, decided_at is not null as "isDecided" from moderation_cases
        where number = any(${some}::int[])`.execute(db),
    ),
  ])
  const toMap = (rows: readonly { key: string; value: string }[]) =>
    new Map(rows.map(({ key, value }) => [key, value]))
  return {
    people: new Map(people.map((row) => [row.key, row])),
    lastRoles: toMap(lastRoles),
    requests: toMap(requests),
    rooms: toMap(roomNames),
    codes: toMap(codes),
    bookings: toMap(bookings),
    cases: new Map(cases.map((row) => [row.key, row])),
  }
}

async function selectByKeys<Row>(
  keys: readonly string[],
  query: (keys: readonly string[]) => Promise<{ rows: unknown[] }>,
): Promise<Row[]> {
  if (keys.length === 0) return []
  const { rows } = await query([...new Set(keys)])
  return rows as Row[]
}

function filterIds(texts: readonly unknown[]): string[] {
  return texts.filter((text) => typeof text === 'string' && isId(text)) as string[]
}

function parseDetails(json: unknown): Details {
  if (typeof json !== 'object' || json === null) return {}
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, isPlainValue(value) ? value : JSON.stringify(value)]),
  )
}

function isPlainValue(value: unknown): value is AuditDetail {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
