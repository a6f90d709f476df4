import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '~/platform/rpc/caller'
import { formatName } from '../../rules/format-name'
import type { caseDetail, caseSummary } from '../../contract-shapes'
import { formatCaseNumber } from '../../rules/case-decision'
import { toOptionalPersonJson } from '../person-json'

type Summary = z.input<typeof caseSummary>

/**
 * A row with the fields of a summary and the subject of the case. `toSummary` adds the number and the title as text.
 */
export type CaseRow = Omit<Summary, 'number' | 'title'> &
  Pick<z.input<typeof caseDetail>, 'person' | 'room'> & {
    number: number
    messageId: string | null
    isDirect: boolean
  }

/** The columns of a `CaseRow`, for a query over `caseTables`. */
export const caseColumns = sql`
  c.id, c.number, c.message_id as "messageId", ${toOptionalPersonJson('p')} as person,
  case when r.direct_key is null and r.id is not null then json_build_object('id', r.id, 'name', r.name) end as room,
  r.direct_key is not null as "isDirect", c.created_at as "openedAt", ${toOptionalPersonJson('t')} as "takenBy",
  c.passed_to_admin_at is not null as "isPassedToAdmin", c.decision, c.decided_at as "decidedAt",
  coalesce((select o.reason from moderation_reports o where o.case_id = c.id
    group by o.reason order by count(*) desc, min(o.created_at), o.reason limit 1), 'other') as reason,
  (select count(distinct coalesce(o.reporter_id, o.id)) from moderation_reports o where o.case_id = c.id) as reporters`

export const caseTables = sql`
  moderation_cases c
  left join profiles p on p.id = c.person_id
  left join chat_rooms r on r.id = c.room_id
  left join profiles t on t.id = c.taken_by`

/** Filters the cases `c` that this person may see. Cases about the person are hidden, since they name the reporters. */
export function isCaseVisibleTo(caller: Pick<Caller, 'id'>): RawBuilder<boolean> {
  return sql<boolean>`c.person_id is distinct from ${caller.id}`
}

/** Filters the cases open for this person: only admins see a case that was passed to an admin. */
export function isCaseOpenFor(caller: Pick<Caller, 'id' | 'roles'>): RawBuilder<boolean> {
  const isTheirs = isAdmin(caller) ? sql`true` : sql`c.passed_to_admin_at is null`
  return sql<boolean>`c.decided_at is null and ${isTheirs} and ${isCaseVisibleTo(caller)}`
}

export function isAdmin({ roles }: Pick<Caller, 'roles'>): boolean {
  return roles.includes('admin')
}

export function toCaseSummary(row: CaseRow): Summary {
  return { ...row, number: formatCaseNumber(row.number), title: formatCaseTitle(row) }
}

/** Returns `Message in Load-in`, or the name of the reported person. */
export function formatCaseTitle({
  messageId,
  person,
  isDirect,
  room,
}: Pick<CaseRow, 'messageId' | 'person' | 'isDirect' | 'room'>): string {
  if (messageId === null) return person ? formatName(person.name) : 'A deleted account'
  if (isDirect) return 'Direct message'
  return room === null ? 'Message in a deleted room' : `Message in ${room.name}`
}
