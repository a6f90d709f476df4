import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Tax } from '~/lib/tax'
import type { RefundedItem } from '../rules/credit-note-lines'
import type { SoldItem } from '../rules/invoice-lines'
import type { InvoiceContent } from './insert-invoice'

export interface OrderToInvoice {
  currency: string
  feeCents: number
  tax: Tax
  /** The rate of the tax that the service fee includes, in millionths. */
  feeTaxPpm: number
  /** Null if the organizer's account was deleted. */
  organizer: { id: string; name: string } | null
  isSample: boolean
  /** The version of the buyer's billing details; 0 if the buyer entered none. */
  billingVersion: number
  tickets: SoldItem[]
  content: Pick<InvoiceContent, 'buyer' | 'orderNumber' | 'event'>
}

/**
 * Locks an order and returns it, if it was confirmed and costs money. With the lock, processes that invoice the same
 * order or refund it wait for each other.
 */
export async function findOrder(trx: Transaction, orderId: string): Promise<OrderToInvoice | undefined> {
  await sql`select from orders where id = ${orderId} for no key update`.execute(trx)
  const { rows } = await sql<OrderToInvoice>`
    select o.currency, o.fee_cents as "feeCents", json_build_object('mode', o.tax_mode, 'ratePpm', o.tax_ppm) as tax,
      o.fee_tax_ppm as "feeTaxPpm", e.is_sample or coalesce(p.is_sample, false) as "isSample", coalesce(b.version, 0) as "billingVersion",
      case when p.id is not null then json_build_object('id', p.id, 'name', p.full_name) end as organizer,
      json_build_object('orderNumber', o.order_number, 'buyer', json_strip_nulls(json_build_object('name', o.buyer_name,
          'email', o.buyer_email, 'billedTo', case when b.order_id is not null then json_build_object('name', b.legal_name,
          'address', b.address, 'country', b.country, 'taxId', b.tax_id) end)),
        'event', json_build_object('title', e.title, 'startsAt', e.event_date, 'timezone', e.timezone, 'venue', e.venue_name,
          'city', e.location)) as content,
      (select json_agg(json_build_object('item', 'ticket', 'name', t.name, 'quantity', i.quantity, 'unitCents', i.unit_cents,
          'discountCents', i.discount_cents) order by t.sort_order, t.id)
        from order_items i join ticket_types t on t.id = i.ticket_type_id where i.order_id = o.id) as tickets
    from orders o join events e on e.id = o.event_id left join profiles p on p.id = e.organizer_id
      left join order_billing b on b.order_id = o.id
    where o.id = ${orderId} and o.confirmed_at is not null and o.total_cents > 0 and not o.is_comp`.execute(
    trx,
  )
  return rows[0]
}

export interface SettledRefund {
  id: string
  cents: number
  feeCents: number
  tickets: RefundedItem[]
}

/**
 * Lists the settled refunds of an order, the oldest first. A ticket's share is the difference of two running totals,
 * as in refund_tickets.sql. Leaves out refunds of payments for which the buyer got no tickets.
 */
export async function listSettledRefunds(trx: Transaction, orderId: string): Promise<SettledRefund[]> {
  const { rows } = await sql<SettledRefund>`
    select r.id, r.amount_cents as cents, r.fee_cents as "feeCents", coalesce((
      select json_agg(json_build_object('item', 'ticket', 'name', t.name, 'quantity', x.seats, 'unitCents', i.unit_cents,
          'shareCents', prorate(i.amount_cents, x.before + x.seats, i.quantity) - prorate(i.amount_cents, x.before, i.quantity),
          'ticketNumbers', x.numbers) order by t.sort_order, t.id)
      from (
        select k.ticket_type_id, count(*) filter (where k.refund_id = r.id) as seats, count(*) filter (where k.refund_id < r.id) as before,
          json_agg(k.ticket_number order by k.id) filter (where k.refund_id = r.id) as numbers
        from tickets k where k.order_id = p.order_id and k.refund_id is not null group by 1
      ) x join order_items i on i.order_id = p.order_id and i.ticket_type_id = x.ticket_type_id
        join ticket_types t on t.id = x.ticket_type_id
      where x.seats > 0), '[]') as tickets
    from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${orderId} and p.status = 'approved' and r.status = 'done' order by r.id`.execute(trx)
  return rows
}
