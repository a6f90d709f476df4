import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { getClosableSince } from '../../rules/settlement-deadlines'
import { selectIsSelling } from './readiness'

export interface WaitingSettlement {
  eventId: string
  eventTitle: string
  organizerName: string
  readyAt: Date
  isQuestioned: boolean
}

/** Lists the settlements that an admin can close, the longest waiting first. `count` includes those beyond `limit`. */
export async function listWaitingSettlements(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ count: number; rows: WaitingSettlement[] }> {
  const { rows } = await sql<WaitingSettlement & { total: number }>`
    select e.id as "eventId", e.title as "eventTitle", p.display_name as "organizerName", n.sent_at as "readyAt",
      exists (select from settlement_questions q where q.event_id = e.id and q.resolution is null) as "isQuestioned",
      (count(*) over ())::integer as total
    from settlement_notices n join events e on e.id = n.event_id join profiles p on p.id = e.organizer_id
    where n.kind = 'ready' and n.sent_at <= ${getClosableSince(now)}
      and not exists (select from settlements s where s.event_id = n.event_id) and not ${selectIsSelling('e')}
    order by n.sent_at, e.id limit ${sql.lit(limit)}`.execute(db)
  return { count: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row) }
}
