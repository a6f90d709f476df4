import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Logger } from '~/platform/log/log'

/**
 * Adds confirmed orders to the event's sales by day and by traffic source. The day is that of the confirmation, in
 * the event's time zone. `sale_source` gives every order a source, so that the sources add up to all sales. Call it
 * once per order, in the transaction that takes the order's row from the outbox, not during the sale: concurrent
 * sales would wait for each other to update the same rows. `refund_tickets` subtracts refunds from the same day.
 * Writes rows in the order of their keys, to avoid deadlocks.
 */
export async function addToDailySales(trx: Transaction, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`
    insert into ticket_sales (ticket_type_id, day, tickets, cents)
    select i.ticket_type_id, (o.confirmed_at at time zone e.timezone)::date as day, sum(i.quantity),
      sum(i.amount_cents)
    from orders o join order_items i on i.order_id = o.id join events e on e.id = o.event_id
    where o.id = any(${[...orderIds]}::uuid[]) group by 1, 2 order by 1, 2
    on conflict (ticket_type_id, day) do update
      set tickets = ticket_sales.tickets + excluded.tickets, cents = ticket_sales.cents + excluded.cents`.execute(
    trx,
  )
  await sql`
    insert into event_traffic (event_id, day, source, tickets)
    select o.event_id, (o.confirmed_at at time zone e.timezone)::date as day, sale_source(o.source, o.is_offer, o.is_comp), sum(i.quantity)
    from orders o join order_items i on i.order_id = o.id join events e on e.id = o.event_id
    where o.id = any(${[...orderIds]}::uuid[]) group by 1, 2, 3 order by 1, 2, 3
    on conflict (event_id, day, source) do update set tickets = event_traffic.tickets + excluded.tickets`.execute(
    trx,
  )
}

/**
 * Like `addToDailySales`, but when the batch fails it counts each order separately and logs the ones that fail, so that one
 * bad order cannot block the emails of all others.
 */
export async function addEachToDailySales(
  trx: Transaction,
  orderIds: readonly string[],
  log: Pick<Logger, 'error'>,
): Promise<void> {
  if ((await tryAddToDailySales(trx, orderIds)) === undefined) return
  for (const orderId of orderIds) {
    const error = await tryAddToDailySales(trx, [orderId])
    if (error !== undefined) log.error({ err: error, orderId }, 'a sale could not be counted')
  }
}

/** Returns the error, if any. A failure writes nothing and keeps the transaction usable. */
async function tryAddToDailySales(trx: Transaction, orderIds: readonly string[]): Promise<unknown> {
  await sql`savepoint fold`.execute(trx)
  try {
    await addToDailySales(trx, orderIds)
    await sql`release savepoint fold`.execute(trx)
    return undefined
  } catch (error) {
    await sql`rollback to savepoint fold`.execute(trx)
    return error
  }
}
