import { sql } from 'kysely'
import type { Database } from '~/database/connect'

/** How far the processing of sales is behind. Counts and seconds are 0 when nothing is waiting. */
export interface SaleLags {
  /** Sales whose emails, ledger entries and counts are still to be written. At most 10,000. */
  outboxRows: number
  outboxSeconds: number
  /** How long the oldest webhook that is due has waited. */
  eventSeconds: number
  /** Webhooks whose last attempt failed, also those that are no longer retried. At most 1,000. */
  failingEvents: number
  /** How many seconds ago the most overdue hold should have ended. */
  holdSeconds: number
}

const MAX_OUTBOX_ROWS = 10_000
const MAX_EVENTS = 1_000
// The number of rows that the next run handles. The lag is the age of the oldest of these rows.
const NEXT_ROWS = 200

/** Every part reads the first rows of an index, so the query takes the same time however many orders there are. */
export const saleLagsQuery = sql<SaleLags>`
  select
    (select count(*) from (select from order_outbox order by order_id, kind limit ${sql.lit(MAX_OUTBOX_ROWS)}) waiting) as "outboxRows",
    ${toSecondsSince(sql`
      select min(case first.kind when 'confirmed' then o.confirmed_at
        else (select max(p.settled_at) from payments p where p.order_id = first.order_id and p.status = 'returned') end)
      from (select order_id, kind from order_outbox order by order_id, kind limit ${sql.lit(NEXT_ROWS)}) first
        join orders o on o.id = first.order_id`)} as "outboxSeconds",
    ${toSecondsSince(sql`
      select next_attempt_at from payment_events where handled_at is null and next_attempt_at <= now()
      order by next_attempt_at limit 1`)} as "eventSeconds",
    (select count(*) from (
      select last_error from payment_events where handled_at is null order by next_attempt_at limit ${sql.lit(MAX_EVENTS)}
    ) unhandled where last_error is not null) as "failingEvents",
    ${toSecondsSince(sql`
      select expires_at from orders where status = 'reserved' and expires_at <= now() order by expires_at limit 1`)} as "holdSeconds"`

/** Returns how far the processing of sales is behind. */
export async function measureLags(db: Database): Promise<SaleLags> {
  const { rows } = await saleLagsQuery.execute(db)
  const [lags] = rows
  if (!lags) throw new Error('the lags query returned no row')
  return lags
}

function toSecondsSince(time: ReturnType<typeof sql>) {
  return sql`coalesce(extract(epoch from now() - (${time})), 0)::float8`
}
