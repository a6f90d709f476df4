import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { CaseDetail, ChatPerson } from '../../contract-shapes'
import { listDecisions } from '../../rules/case-decision'
import type { ReadContext } from '../context'
import { refuse } from '../refuse'
import { type CaseRow, caseColumns, caseTables, isFor, toPersonJson, toSummary } from './case-row'
import type { Database } from '~/database/connect'
import { formatName } from '../../rules/format-name'
import type { ReportReason } from '../../rules/chat-limits'

const EACH_SIDE = 2

type RecordRow = { joined_at: Date; earlier: number; muted: number; muted_until: Date | null }

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

/**
 * Returns the messages next to the reported one in their current state, oldest first. Includes hidden ones, since the
 * deciding moderator needs all of them.
 */
async function readAround(
  db: Database,
  { room_id, message_seq }: { room_id: string | null; message_seq: number | null },
): Promise<CaseDetail['around']> {
  if (room_id === null || message_seq === null) return []
  const selectSide = (sign: '<' | '>', order: 'desc' | 'asc') => sql`
    (select x.id, x.seq, x.content, x.user_id from chat_messages x
      where x.room_id = ${room_id} and x.seq ${sql.raw(sign)} ${message_seq}
      order by x.seq ${sql.raw(order)} limit ${sql.lit(EACH_SIDE)})`
  const { rows } = await sql<{ id: string; seq: number; content: string; name: string | null }>`
    select a.id, a.seq, a.content, p.display_name as name
    from (${selectSide('<', 'desc')} union all ${selectSide('>', 'asc')}) a left join profiles p on p.id = a.user_id
    order by a.seq`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    senderName: formatName(row.name),
    text: row.content,
    isBefore: row.seq < message_seq,
  }))
}

async function readReports(db: Database, caseId: string): Promise<CaseDetail['reports']> {
  const { rows } = await sql<{
    reporter: ChatPerson | null
    reason: ReportReason
    note: string | null
    created_at: Date
  }>`
    select ${toPersonJson('p')} as reporter, o.reason, o.note, o.created_at
    from moderation_reports o left join profiles p on p.id = o.reporter_id
    where o.case_id = ${caseId} order by o.created_at, o.id limit 200`.execute(db)
  return rows.map(({ reporter, reason, note, created_at }) => ({
    reporter,
    reason,
    note,
    at: created_at.toISOString(),
  }))
}

/** Returns the person's earlier cases and measures in chat. */
async function readRecord(
  db: Database,
  { person, created_at, id, now }: { person: ChatPerson | null; created_at: Date; id: string; now: Date },
): Promise<CaseDetail['record']> {
  if (!person) return { joinedAt: null, earlierReports: 0, timesMuted: 0, mutedUntil: null }
  const { rows } = await sql<RecordRow>`
    select p.created_at as joined_at,
      (select count(*) from moderation_reports o join moderation_cases e on e.id = o.case_id
        where e.person_id = p.id and (e.created_at, e.id) < (${created_at}, ${id})) as earlier,
      (select count(*) from chat_mutes s where s.user_id = p.id) as muted,
      (select max(s.until) from chat_mutes s
        where s.user_id = p.id and s.lifted_at is null and s.until > ${now} and s.room_id is null) as muted_until
    from profiles p where p.id = ${person.id}`.execute(db)
  const [row] = rows
  return {
    joinedAt: row?.joined_at.toISOString() ?? null,
    earlierReports: row?.earlier ?? 0,
    timesMuted: row?.muted ?? 0,
    mutedUntil: row?.muted_until?.toISOString() ?? null,
  }
}
