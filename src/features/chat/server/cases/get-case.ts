import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { CaseDetail, ChatPerson } from '../../contract-shapes'
import { listDecisions } from '../../rules/case-decision'
import type { ReadContext } from '../context'
import { refuse } from '../refuse'
import { type CaseRow, caseColumns, caseTables, isFor, toPersonJson, toSummary } from './case-row'
import { readAround, readRecord, readReports } from './case-parts'

type Row = CaseRow & {
  quote: string | null
  message_at: Date | null
  message_seq: number | null
  content: string | null
  hidden_at: Date | null
  is_staff: boolean
  decision_reason: string | null
  decided_by: ChatPerson | null
}

/**
 * Returns a case with its context. If the moderator is not a member of the room, only the quote and the few messages
 * around it are included. A case about the caller is NOT_FOUND.
 */
export async function getCase(context: ReadContext, caseId: string): Promise<CaseDetail> {
  if (!isId(caseId)) throw refuse('NOT_FOUND')
  const { db } = context
  const { rows } = await sql<Row>`
    select ${caseColumns}, c.quote, c.message_at, c.message_seq, m.content, m.hidden_at, c.decision_reason,
      ${toPersonJson('d')} as decided_by, exists (
        select from user_roles u where u.user_id = c.person_id and u.role in ('moderator', 'admin')) as is_staff
    from ${caseTables} left join chat_messages m on m.id = c.message_id left join profiles d on d.id = c.decided_by
    where c.id = ${caseId} and ${isFor(signedIn(context))}`.execute(db)
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  const [around, reports, record] = await Promise.all([
    readAround(db, row),
    readReports(db, row.id),
    readRecord(db, { ...row, now: context.now() }),
  ])
  return {
    ...toSummary(row),
    person: row.person,
    room:
      row.room_id !== null && row.room_name !== null && !row.is_direct
        ? { id: row.room_id, name: row.room_name }
        : null,
    quote: toQuote(row),
    around,
    reports,
    record,
    options: row.decided_at === null ? listDecisions(toSubject(row)) : [],
    decisionReason: row.decision_reason,
    decidedBy: row.decided_by,
  }
}

function toQuote(row: Row): CaseDetail['quote'] {
  if (row.quote === null || row.message_at === null) return null
  return {
    text: row.quote,
    at: row.message_at.toISOString(),
    isHidden: row.hidden_at !== null,
    isRemoved: row.content === null,
    isChanged: row.content !== null && row.content !== row.quote,
  }
}

function toSubject(row: Row): Parameters<typeof listDecisions>[0] {
  return {
    message: row.message_id === null ? null : row.content === null ? 'gone' : 'there',
    canBeRestricted: row.person !== null && !row.is_staff,
    hasRoom: row.room_id !== null && !row.is_direct,
  }
}
