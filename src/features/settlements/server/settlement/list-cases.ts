import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { getCasesUntil, getClosableAt } from '../../rules/settlement-deadlines'
import { describeFigure } from '../../rules/figures'

/** A question that holds up a settlement. */
export interface SettlementCase {
  questionId: string
  eventId: string
  eventTitle: string
  personName: string
  figure: string
  reason: string
  questionedAt: Date
  /** The time from which an admin can close the settlement; null if its sides can't accept it yet. */
  closableAt: Date | null
}

interface Row extends Omit<SettlementCase, 'closableAt'> {
  djName: string | null
  costLabel: string | null
  readyAt: Date | null
  total: number
}

/**
 * Lists the questions that the sides of a settlement haven't resolved within `CASE_AFTER_DAYS`, the oldest first. `count`
 * includes the questions beyond `limit`.
 */
export async function listSettlementCases(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ count: number; rows: SettlementCase[] }> {
  const { rows } = await sql<Row>`
    select q.id as "questionId", e.id as "eventId", e.title as "eventTitle",
      coalesce(p.display_name, 'Deleted account') as "personName", q.figure, q.reason, q.created_at as "questionedAt",
      n.sent_at as "readyAt", d.display_name as "djName",
      b.deal->'costs'->(nullif(split_part(q.figure, ':', 3), '')::integer)->>'label' as "costLabel",
      (count(*) over ())::integer as total
    from settlement_questions q join events e on e.id = q.event_id left join profiles p on p.id = q.person_id
      left join settlement_notices n on n.event_id = e.id and n.kind = 'ready'
      left join bookings b on b.id = nullif(split_part(q.figure, ':', 2), '')::uuid
      left join profiles d on d.id = b.dj_id
    where q.resolution is null and q.created_at <= ${getCasesUntil(now)} and e.organizer_id is not null
      and not exists (select from settlements s where s.event_id = q.event_id)
    order by q.created_at, q.id limit ${sql.lit(limit)}`.execute(db)
  return {
    count: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, djName, costLabel, readyAt, figure, ...row }) => ({
      ...row,
      figure: describeFigure(figure, { djName, costLabel }),
      closableAt: readyAt === null ? null : getClosableAt(readyAt),
    })),
  }
}
