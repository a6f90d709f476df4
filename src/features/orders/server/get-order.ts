import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { requireCaller } from '~/platform/rpc/context'
import type { order } from '../contract-shapes'
import { formatRefundReason, isOrganizerReason } from '../rules/refund-reason'
import type { Context } from './context'
import { eventColumn, eventJoins } from './event-columns'
import { orderRefunds } from './refunds/refund-columns'
import { refuse } from './refused-error'
import { ticketCounts } from './ticket-counts'

type Order = z.input<typeof order>
type Row = Omit<Order, 'discountCents' | 'isPaymentAvailable' | 'contactAddress'>

type Reader = Pick<Context, 'caller' | 'db' | 'payments' | 'settings'>

/** Returns one of the caller's own orders with everything that checkout shows. */
export async function getOrder(context: Reader, orderId: string): Promise<Order> {
  const [order] = await listOwnOrders(context, sql<boolean>`o.id = ${orderId}`)
  if (!order) throw refuse('NOT_FOUND')
  return order
}

/**
 * Returns the caller's orders that hold tickets, and those that expired in the last half hour and were not followed
 * by another order of the event. The next one to expire comes first. Waitlist offers are left out.
 */
export function listOpenOrders(context: Reader): Promise<Order[]> {
  return listOwnOrders(
    context,
    sql<boolean>`not o.is_offer and o.created_at > clock_timestamp() - interval '1 day'
      and (o.status = 'reserved' or o.status = 'expired' and o.expires_at > clock_timestamp() - interval '30 minutes'
        and not exists (select from orders n
          where n.customer_id = o.customer_id and n.event_id = o.event_id and n.created_at > o.created_at))`,
  )
}

/**
 * SQL for the time at which the buyer of the order `o` may hold tickets of the event again without paying. Follows
 * hold_limit_reached() in the database (ADR 0023), and assumes that open holds last to their end. Adds up the holds
 * from the newest one back: the buyer has to wait until the hold that reaches the limit is an hour old.
 */
const holdAgainAt = (holdMinutes: number) => sql`case when o.status in ('reserved', 'expired') then (
  select max(h.created_at) + interval '1 hour'
  from (select u.created_at, sum(least(u.ended_at, u.expires_at) - u.created_at) over (order by u.created_at desc) as held
    from orders u
    where u.customer_id = o.customer_id and u.event_id = o.event_id and not u.is_offer
      and u.status in ('reserved', 'expired', 'cancelled') and u.created_at > clock_timestamp() - interval '1 hour') h
  where h.held >= 2 * ${holdMinutes} * interval '1 minute') end`

async function listOwnOrders(context: Reader, condition: RawBuilder<boolean>): Promise<Order[]> {
  const { caller, db, payments, settings } = context
  const { holdMinutes, contactAddress } = await settings.read()
  const { rows } = await sql<Row>`
    select o.id, o.order_number as "orderNumber", o.status, ${eventColumn},
      json_build_object('name', o.buyer_name, 'email', o.buyer_email) as buyer, o.subtotal_cents as "subtotalCents",
      json_build_object('mode', o.tax_mode, 'ratePpm', o.tax_ppm) as tax, o.added_tax_cents as "addedTaxCents", o.fee_tax_ppm as "feeTaxPpm",
      o.fee_basis_points as "feeBasisPoints", o.fee_cents as "feeCents", o.total_cents as "totalCents",
      o.created_at as "createdAt", o.expires_at as "expiresAt",
      o.hold_extended_at is not null as "isHoldExtended", ${holdAgainAt(holdMinutes)} as "holdAgainAt",
      o.confirmed_at as "confirmedAt", o.ended_at as "endedAt", clock_timestamp() as "serverNow",
      (select json_agg(json_build_object('ticketTypeId', t.id, 'name', t.name, 'quantity', i.quantity,
          'unitCents', i.unit_cents, 'discountCents', i.discount_cents, 'quantityRefunded', i.quantity_refunded,
          'remaining', case when t.waiting > 0 then 0 else t.quantity_total - t.quantity_sold - t.quantity_held end
            + case when o.status = 'reserved' and o.expires_at <= clock_timestamp() then i.quantity else 0 end)
          order by t.sort_order, t.id)
        from order_items i join ticket_types t on t.id = i.ticket_type_id where i.order_id = o.id) as items,
      coalesce((select json_agg(json_build_object('id', k.id, 'ticketNumber', k.ticket_number, 'ticketTypeId', t.id, 'status', k.status)
          order by t.sort_order, k.id)
        from tickets k join ticket_types t on t.id = k.ticket_type_id where k.order_id = o.id and k.customer_id = o.customer_id), '[]') as tickets,
      ${ticketCounts} as "ticketCounts",
      (select json_build_object('provider', p.provider, 'status', p.status, 'processingSince', p.processing_since,
          'declineReason', p.decline_reason, 'startedAt', p.created_at, 'settledAt', p.settled_at)
        from payments p where p.order_id = o.id
        order by p.status = 'approved' desc, p.created_at desc limit 1) as payment,
      (select json_build_object('amountCents', sum(r.amount_cents) over (), 'reason', r.reason, 'status', r.status)
        from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id
        order by r.created_at desc limit 1) as refund,
      ${orderRefunds},
      (select c.code from promo_codes c where c.id = o.promo_code_id) as "promoCode",
      (select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
        where p.order_id = o.id) as "refundedCents"
    from orders o join events e on e.id = o.event_id ${eventJoins}
    where o.customer_id = ${requireCaller({ caller }).id} and ${condition}
    order by o.expires_at, o.id limit 20
  `.execute(db)
  return rows.map((row) => ({
    ...row,
    discountCents: row.items.reduce((sum, item) => sum + item.discountCents, 0),
    refund: row.refund && { ...row.refund, reason: formatRefundReason(row.refund.reason) },
    refunds: row.refunds.map((refund) => ({
      ...refund,
      reason: formatRefundReason(refund.reason),
      isByOrganizer: isOrganizerReason(refund.reason),
    })),
    contactAddress: contactAddress === '' ? null : contactAddress,
    isPaymentAvailable: payments.provider !== 'none',
  }))
}
