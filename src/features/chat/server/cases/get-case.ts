import { sql } from 'kysely'
import type { z } from 'zod'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { caseDetail } from '../../contract-shapes'
import { listDecisions } from '../../rules/case-decision'
import type { ReadContext } from '../context'
import { toOptionalPersonJson } from '../person-json'
import { refuse } from '../refused-error'
import { type CaseRow, caseColumns, caseTables, isCaseVisibleTo, toCaseSummary } from './case-row'
import type { Database } from '~/database/connect'
import { formatName } from '../../rules/format-name'

const EACH_SIDE = 2

type Detail = z.input<typeof caseDetail>
type Row = CaseRow &
  Pick<Detail, 'quote' | 'decisionReason' | 'decidedBy'> & {
    roomId: string | null
    messageSeq: number | null
    isStaff: boolean
  }

const NO_RECORD: Detail['record'] = { joinedAt: null, earlierReports: 0, timesMuted: 0, mutedUntil: null }

/**
 * Returns a case with its context. If the moderator is not a member of the room, only the quote and the few messages
 * around it are included. A case about the caller is NOT_FOUND.
 */
export async function getCase(context: ReadContext, caseId: string): Promise<Detail> {
  if (!isId(caseId)) throw refuse('NOT_FOUND')
  const { db } = context
  const { rows } = await sql<Row>`
    select ${caseColumns}, case when c.quote is not null then json_build_object(
        'text', c.quote, 'at', c.message_at, 'isHidden', m.hidden_at is not null, 'isRemoved', m.id is null,
        'isChanged', coalesce(m.content <> c.quote, false)) end as quote,
      c.room_id as "roomId", c.message_seq as "messageSeq", c.decision_reason as "decisionReason",
      ${toOptionalPersonJson('d')} as "decidedBy", exists (
        select from user_roles u where u.user_id = c.person_id and u.role in ('moderator', 'admin')) as "isStaff"
    from ${caseTables} left join chat_messages m on m.id = c.message_id left join profiles d on d.id = c.decided_by
    where c.id = ${caseId} and ${isCaseVisibleTo(requireCaller(context))}`.execute(db)
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  const [around, reports, record] = await Promise.all([
    listSurroundingMessages(db, row),
    listReports(db, row.id),
    getModerationRecord(db, row, context.now()),
  ])
  const options = row.decidedAt === null ? listDecisions(toCaseSubject(row)) : []
  return { ...row, ...toCaseSummary(row), around, reports, record, options }
}

function toCaseSubject({ quote, person, isStaff, room }: Row): Parameters<typeof listDecisions>[0] {
  return {
    message: quote && (quote.isRemoved ? 'gone' : 'there'),
    canBeRestricted: person !== null && !isStaff,
    hasRoom: room !== null,
  }
}

/**
 * Returns the messages next to the reported one in their current state, oldest first. Includes hidden ones, since the
 * deciding moderator needs all of them.
 */
async function listSurroundingMessages(
  db: Database,
  { roomId, messageSeq }: Pick<Row, 'roomId' | 'messageSeq'>,
): Promise<Detail['around']> {
  if (roomId === null || messageSeq === null) return []
  const selectSide = (sign: '<' | '>', order: 'desc' | 'asc') => sql`
    (select x.id, x.seq, x.content, x.user_id from chat_messages x
      where x.room_id = ${roomId} and x.seq ${sql.raw(sign)} ${messageSeq}
      order by x.seq ${sql.raw(order)} limit ${sql.lit(EACH_SIDE)})`
  const { rows } = await sql<{ id: string; text: string; name: string | null; isBefore: boolean }>`
    select a.id, a.content as text, p.display_name as name, a.seq < ${messageSeq} as "isBefore"
    from (${selectSide('<', 'desc')} union all ${selectSide('>', 'asc')}) a left join profiles p on p.id = a.user_id
    order by a.seq`.execute(db)
  return rows.map(({ name, ...message }) => ({ ...message, senderName: formatName(name) }))
}

async function listReports(db: Database, caseId: string): Promise<Detail['reports']> {
  const { rows } = await sql<Detail['reports'][number]>`
    select ${toOptionalPersonJson('p')} as reporter, o.reason, o.note, o.created_at as at
    from moderation_reports o left join profiles p on p.id = o.reporter_id
    where o.case_id = ${caseId} order by o.created_at, o.id limit 200`.execute(db)
  return rows
}

/** Returns the person's earlier cases and measures in chat. */
async function getModerationRecord(
  db: Database,
  { person, openedAt, id }: Pick<Row, 'person' | 'openedAt' | 'id'>,
  now: Date,
): Promise<Detail['record']> {
  if (!person) return NO_RECORD
  const { rows } = await sql<Detail['record']>`
    select p.created_at as "joinedAt",
      (select count(*) from moderation_reports o join moderation_cases e on e.id = o.case_id
        where e.person_id = p.id and (e.created_at, e.id) < (${openedAt}, ${id})) as "earlierReports",
      (select count(*) from chat_mutes s where s.user_id = p.id) as "timesMuted",
      (select max(s.until) from chat_mutes s
        where s.user_id = p.id and s.lifted_at is null and s.until > ${now} and s.room_id is null) as "mutedUntil"
    from profiles p where p.id = ${person.id}`.execute(db)
  return rows[0] ?? NO_RECORD
}
