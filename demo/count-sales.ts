import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

/**
 * Computes from the seeded orders the figures that a running site updates with each sale: refunds per line and
 * ticket, revenue per type, sales per day and check-ins per quarter of an hour.
 */
export async function countSales(trx: Transaction): Promise<void> {
  await sql`
    update order_items i set quantity_refunded = i.quantity, refunded_cents = i.amount_cents
    from orders o where o.id = i.order_id and o.status = 'refunded' and o.confirmed_at is not null`.execute(
    trx,
  )
  await sql`
    update tickets k set refund_id = r.id from payments p join refunds r on r.payment_id = p.id
    where p.order_id = k.order_id and p.status = 'approved' and k.status = 'refunded'`.execute(trx)
  await sql`
    update ticket_types t set revenue_cents = x.cents from (
      select i.ticket_type_id, sum(i.amount_cents - i.refunded_cents) as cents
      from order_items i join orders o on o.id = i.order_id where o.status = 'confirmed' group by 1
    ) x where t.id = x.ticket_type_id`.execute(trx)
  await sql`
    insert into ticket_sales (ticket_type_id, day, tickets, cents)
    select i.ticket_type_id, (o.confirmed_at at time zone e.timezone)::date, sum(i.quantity - i.quantity_refunded),
      sum(i.amount_cents - i.refunded_cents)
    from order_items i join orders o on o.id = i.order_id join events e on e.id = o.event_id
    where o.confirmed_at is not null group by 1, 2`.execute(trx)
  await sql`
    insert into check_in_quarters (event_id, quarter, tickets)
    select event_id, date_bin('15 minutes', checked_in_at, timestamptz 'epoch'), count(*)
    from tickets where checked_in_at is not null group by 1, 2`.execute(trx)
}
