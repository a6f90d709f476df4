import { sql } from 'kysely'
import type { z } from 'zod'
import { requireCaller } from '~/platform/rpc/context'
import type { refundableOrder } from '../../contract-refunds'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { sumRefundedCents } from './refunded-cents'
import { findOrderOfOwnEvent, findHolderOrder } from './find-order'

type RefundableOrder = z.input<typeof refundableOrder>
type Row = Pick<RefundableOrder, 'id' | 'orderNumber' | 'eventTitle' | 'buyerName'> &
  NonNullable<RefundableOrder['money']>

/**
 * Returns the tickets of an order that the caller may refund, and its money. The organizer gets all of this; a holder
 * gets their own tickets, and the money if they paid.
 */
export async function getRefundOptions(
  { db, ...context }: Pick<Context, 'caller' | 'db' | 'now'>,
  { orderId }: { orderId: string },
): Promise<RefundableOrder> {
  const caller = requireCaller(context)
  const asHolder = await findHolderOrder(db, caller, orderId)
  const asOrganizer = await findOrderOfOwnEvent(db, caller, { orderId })
  const order = asOrganizer ?? asHolder
  if (!order) throw refuse('NOT_FOUND')
  const { rows } = await sql<Row>`
    select o.id, o.order_number as "orderNumber", e.title as "eventTitle", o.buyer_name as "buyerName",
      o.currency, o.subtotal_cents + o.added_tax_cents as "ticketsCents", o.fee_cents as "feeCents",
      ${sumRefundedCents(sql`o.id`)} as "refundedCents",
      (select json_agg(json_build_object('ticketTypeId', t.id, 'name', t.name, 'quantity', i.quantity,
          'moneyCents', i.amount_cents, 'quantityRefunded', i.quantity_refunded,
          'refundedCents', i.refunded_cents) order by t.sort_order, t.id)
        from order_items i join ticket_types t on t.id = i.ticket_type_id where i.order_id = o.id) as lines
    from orders o join events e on e.id = o.event_id where o.id = ${order.id}`.execute(db)
  const { rows: tickets } = await sql<RefundableOrder['tickets'][number]>`
    select k.id, k.ticket_number as number, t.id as "ticketTypeId", t.name as "typeName",
      coalesce(k.holder_name, o.buyer_name) as "holderName", k.status, k.checked_in_at as "checkedInAt",
      coalesce(k.customer_id = ${caller.id}, false) as "isYours"
    from tickets k join ticket_types t on t.id = k.ticket_type_id join orders o on o.id = k.order_id
    where o.id = ${order.id} ${asOrganizer ? sql`` : sql`and k.customer_id = ${caller.id}`}
    order by t.sort_order, k.id`.execute(db)
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  const { currency, ticketsCents, feeCents, refundedCents, lines, ...rest } = row
  const canSeeMoney = asOrganizer !== undefined || order.customerId === caller.id
  const until = asHolder?.refundDeadline ?? null
  return {
    ...rest,
    money: canSeeMoney ? { currency, ticketsCents, feeCents, refundedCents, lines } : null,
    tickets,
    refundDeadline: until !== null && until > context.now() ? until : null,
    isOrganizerView: asOrganizer !== undefined,
  }
}
