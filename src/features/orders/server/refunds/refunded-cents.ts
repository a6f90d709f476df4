import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for the refunded amount of an order, in cents with its share of the fee. Only counts refunds of the payment
 * that bought the tickets: a payment that arrived twice or too late bought nothing. `order` is the SQL of the order's
 * id.
 */
export const sumRefundedCents = (order: RawBuilder<unknown>): RawBuilder<number> => sql`
  (select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${order} and p.status = 'approved')`
