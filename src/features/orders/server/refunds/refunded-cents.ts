import { type RawBuilder, sql } from 'kysely'

/**
 * What went back of an order, in cents with its share of the fee: of the payment that bought it alone, since money that came twice or too late
 * never bought anything. `order` is the SQL of its id.
 */
export const refundedCents = (order: RawBuilder<unknown>): RawBuilder<number> => sql`
  (select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${order} and p.status = 'approved')`
