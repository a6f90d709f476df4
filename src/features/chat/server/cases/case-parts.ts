import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { formatName } from '../../rules/format-name'
import type { CaseDetail, ChatPerson } from '../../contract-shapes'
import type { ReportReason } from '../../rules/chat-limits'
import { toPersonJson } from './case-row'

const EACH_SIDE = 2

/**
 * Returns the messages next to the reported one in their current state, oldest first. Includes hidden ones, since the
 * deciding moderator needs all of them.
 */
export async function readAround(
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

export async function readReports(db: Database, caseId: string): Promise<CaseDetail['reports']> {
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

type RecordRow = { joined_at: Date; earlier: number; muted: number; muted_until: Date | null }

/** Returns the person's earlier cases and measures in chat. */
export async function readRecord(
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
