import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '~/platform/rpc/caller'
import { formatName } from '../../rules/format-name'
import type { CaseSummary, ChatPerson } from '../../contract-shapes'
import { formatCaseNumber } from '../../rules/case-decision'
import type { Decision, ReportReason } from '../../rules/chat-limits'

export type CaseRow = {
  id: string
  number: number
  message_id: string | null
  person: ChatPerson | null
  room_id: string | null
  room_name: string | null
  is_direct: boolean
  reason: ReportReason | null
  reporters: number
  created_at: Date
  taken_by: ChatPerson | null
  passed_to_admin_at: Date | null
  decision: Decision | null
  decided_at: Date | null
}

/** Returns SQL for a person as JSON, or null; `alias` is a row of profiles that may be missing. */
export function toPersonJson(alias: string): RawBuilder<ChatPerson | null> {
  const toColumn = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`case when ${toColumn('id')} is not null then json_build_object(
    'id', ${toColumn('id')}, 'name', ${toColumn('display_name')}, 'avatarUrl', ${toColumn('avatar_url')}) end`
}

/** Requires `caseTables`. */
export const caseColumns = sql`
  c.id, c.number, c.message_id, ${toPersonJson('p')} as person, c.room_id, r.name as room_name,
  r.direct_key is not null as is_direct, c.created_at, ${toPersonJson('t')} as taken_by, c.passed_to_admin_at,
  c.decision, c.decided_at,
  (select o.reason from moderation_reports o where o.case_id = c.id
    group by o.reason order by count(*) desc, min(o.created_at), o.reason limit 1) as reason,
  (select count(distinct coalesce(o.reporter_id, o.id)) from moderation_reports o where o.case_id = c.id) as reporters`

export const caseTables = sql`
  moderation_cases c
  left join profiles p on p.id = c.person_id
  left join chat_rooms r on r.id = c.room_id
  left join profiles t on t.id = c.taken_by`

/** Filters the cases `c` that this person may see. Cases about the person are hidden, since they name the reporters. */
export function isFor(caller: Pick<Caller, 'id'>): RawBuilder<boolean> {
  return sql<boolean>`c.person_id is distinct from ${caller.id}`
}

/** Filters the cases open for this person: only admins see a case that was passed to an admin. */
export function isOpenFor(caller: Pick<Caller, 'id' | 'roles'>): RawBuilder<boolean> {
  const isTheirs = isAdmin(caller) ? sql`true` : sql`c.passed_to_admin_at is null`
  return sql<boolean>`c.decided_at is null and ${isTheirs} and ${isFor(caller)}`
}

export function isAdmin({ roles }: Pick<Caller, 'roles'>): boolean {
  return roles.includes('admin')
}

export function toSummary(row: CaseRow): CaseSummary {
  return {
    id: row.id,
    number: formatCaseNumber(row.number),
    title: formatCaseTitle(row),
    // Reports survive the deletion of their reporter's account.
    reason: row.reason ?? 'other',
    reporters: row.reporters,
    openedAt: row.created_at.toISOString(),
    takenBy: row.taken_by,
    isPassedToAdmin: row.passed_to_admin_at !== null,
    decision: row.decision,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}

/** Returns `Message in Load-in`, or the name of the reported person. */
export function formatCaseTitle(
  row: Pick<CaseRow, 'message_id' | 'person' | 'is_direct' | 'room_name'>,
): string {
  if (row.message_id === null) return row.person ? formatName(row.person.name) : 'A deleted account'
  if (row.is_direct) return 'Direct message'
  return row.room_name === null ? 'Message in a deleted room' : `Message in ${row.room_name}`
}
