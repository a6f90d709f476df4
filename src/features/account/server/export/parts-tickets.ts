import { sql } from 'kysely'
import { getNameSql, getEventSql, type Part } from './archive-part'

export const ticketParts: readonly Part[] = [
  {
    name: 'orders',
    about: 'Your orders, payments and refunds.',
    covers: ['orders.customer_id'],
    rows: (id) => sql`
      select o.order_number as number, o.status, ${getEventSql('o.event_id')} as event, o.buyer_name as "name", o.buyer_email as email,
        o.currency, o.subtotal_cents as "subtotalCents", o.fee_cents as "feeCents", o.total_cents as "totalCents", o.is_comp as "isGift",
        o.source, o.created_at as "orderedAt", o.confirmed_at as "confirmedAt", o.ended_at as "endedAt",
        (select coalesce(json_agg(json_build_object('type', t.name, 'quantity', i.quantity, 'unitCents', i.unit_cents,
          'discountCents', i.discount_cents, 'refunded', i.quantity_refunded, 'refundedCents', i.refunded_cents) order by t.sort_order, t.id), '[]')
          from order_items i join ticket_types t on t.id = i.ticket_type_id where i.order_id = o.id) as items,
        (select coalesce(json_agg(json_build_object('provider', p.provider, 'reference', p.provider_reference, 'status', p.status,
          'amountCents', p.amount_cents, 'at', p.created_at, 'settledAt', p.settled_at,
          'refunds', (select coalesce(json_agg(json_build_object('amountCents', r.amount_cents, 'status', r.status, 'reason', r.reason,
            'at', r.created_at, 'settledAt', r.settled_at) order by r.created_at, r.id), '[]') from refunds r where r.payment_id = p.id))
          order by p.created_at, p.id), '[]') from payments p where p.order_id = o.id) as payments
      from orders o where o.customer_id = ${id} order by o.created_at, o.id`,
  },
  {
    name: 'tickets',
    about: 'Your tickets; without their entry codes.',
    covers: ['tickets.customer_id'],
    rows: (id) => sql`
      select t.ticket_number as number, t.status, ${getEventSql('t.event_id')} as event, y.name as type, o.order_number as "order",
        t.holder_name as "holderName", t.created_at as "since", t.checked_in_at as "checkedInAt"
      from tickets t join ticket_types y on y.id = t.ticket_type_id join orders o on o.id = t.order_id
      where t.customer_id = ${id} order by t.created_at, t.id`,
  },
  {
    name: 'ticketsPassedOn',
    about: 'Tickets you transferred or received; without the address they were offered to.',
    covers: ['ticket_transfers.from_id', 'ticket_transfers.to_id'],
    rows: (id) => sql`
      select t.ticket_number as number, ${getEventSql('t.event_id')} as event, coalesce(f.from_id = ${id}, false) as "fromYou",
        case when f.from_id = ${id} then ${getNameSql('f.to_id')} else ${getNameSql('f.from_id')} end as "with", f.status,
        f.created_at as "offeredAt", f.settled_at as "settledAt"
      from ticket_transfers f join tickets t on t.id = f.ticket_id where ${id} in (f.from_id, f.to_id) order by f.created_at, f.id`,
  },
  {
    name: 'waitlists',
    about: 'Waitlists you joined.',
    covers: ['waitlist_entries.customer_id'],
    rows: (id) => sql`
      select ${getEventSql('y.event_id')} as event, y.name as type, w.quantity, w.status, w.created_at as "since", w.offered_at as "offeredAt",
        w.ended_at as "endedAt"
      from waitlist_entries w join ticket_types y on y.id = w.ticket_type_id where w.customer_id = ${id} order by w.created_at, w.id`,
  },
]
