import type { Currency } from '~/lib/currency'
import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { findOwnEvent } from '~/features/events/server/public'
import { isId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'

export interface OrderToRefund {
  id: string
  orderNumber: string
  eventId: string
  eventTitle: string
  customerId: string | null
  currency: Currency
}

/** Loads an order that the caller may refund, by its id or by that of a ticket; undefined for everyone else. */
export async function findOrderOfOwnEvent(
  db: Database | Transaction,
  caller: Pick<Caller, 'id'>,
  by: { orderId: string } | { ticketId: string },
): Promise<OrderToRefund | undefined> {
  const id = 'orderId' in by ? by.orderId : by.ticketId
  if (!isId(id)) return undefined
  const condition =
    'orderId' in by ? sql`o.id = ${id}` : sql`o.id = (select k.order_id from tickets k where k.id = ${id})`
  const order = await findOrderToRefund(db, condition)
  if (!order) return undefined
  return (await findOwnEvent(db, caller, { id: order.eventId, act: 'money' })) && order
}

/** Loads an order of which the caller holds a ticket, with the end of the event's return period. */
export async function findHolderOrder(
  db: Database | Transaction,
  caller: Pick<Caller, 'id'>,
  orderId: string,
): Promise<(OrderToRefund & { refundDeadline: Date | null }) | undefined> {
  if (!isId(orderId)) return undefined
  const order = await findOrderToRefund(
    db,
    sql`o.id = ${orderId} and exists (select from tickets k where k.order_id = o.id and k.customer_id = ${caller.id})`,
  )
  if (!order) return undefined
  const { rows } = await sql<{ until: Date | null }>`
    select e.refundable_until as until from events e where e.id = ${order.eventId}
      and e.event_status in ('published', 'postponed')`.execute(db)
  return { ...order, refundDeadline: rows[0]?.until ?? null }
}

async function findOrderToRefund(
  db: Database | Transaction,
  condition: ReturnType<typeof sql>,
): Promise<OrderToRefund | undefined> {
  const { rows } = await sql<OrderToRefund>`
    select o.id, o.order_number as "orderNumber", e.id as "eventId", e.title as "eventTitle", o.customer_id as "customerId", o.currency
    from orders o join events e on e.id = o.event_id where o.status in ('confirmed', 'refunded') and ${condition}`.execute(
    db,
  )
  return rows[0]
}
