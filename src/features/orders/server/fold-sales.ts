import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Logger } from '~/platform/log/log'

/**
 * Adds confirmed orders to what each day sold (in the event's zone, the day they were confirmed) and to where the buyers came from
 * (`sale_source`: every order has one, so that the sources sum to what was sold). Called once per order, in the transaction that takes its
 * notice, so that the sale itself writes no row that everybody writes. What goes back is taken off both, of the same day, by
 * `refund_tickets`. Rows are written in order of their keys, by everybody.
 */
export async function foldSales(trx: Transaction, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`
    insert into ticket_sales (ticket_type_id, day, tickets, cents)
    select i.ticket_type_id, (o.confirmed_at at time zone e.timezone)::date as day, sum(i.quantity),
      sum(i.quantity::bigint * i.unit_cents - i.discount_cents)
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
 * The same, where one order that cannot be counted must not keep the emails of all others: then each is counted by itself, and the one at
 * fault is named in the log.
 */
export async function foldWhatCan(
  trx: Transaction,
  orderIds: readonly string[],
  log: Pick<Logger, 'error'>,
): Promise<void> {
  if ((await tryFold(trx, orderIds)) === undefined) return
  for (const orderId of orderIds) {
    const error = await tryFold(trx, [orderId])
    if (error !== undefined) log.error({ err: error, orderId }, 'a sale was not counted into its day')
  }
}

/** Answers the error; nothing is written then, and the transaction goes on. */
async function tryFold(trx: Transaction, orderIds: readonly string[]): Promise<unknown> {
  await sql`savepoint fold`.execute(trx)
  try {
    await foldSales(trx, orderIds)
    await sql`release savepoint fold`.execute(trx)
    return undefined
  } catch (error) {
    await sql`rollback to savepoint fold`.execute(trx)
    return error
  }
}
