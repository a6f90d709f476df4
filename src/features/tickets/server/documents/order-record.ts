import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Currency } from '~/lib/currency'
import type { TaxMode } from '~/lib/tax'

export type TicketRecord = NonNullable<Awaited<ReturnType<typeof findTicketRecord>>>

export type OrderRecord = NonNullable<Awaited<ReturnType<typeof findOrderRecord>>>

interface OrderKey {
  orderId: string
  /** Restricts the search to this customer's orders. Jobs have no caller and omit the id. */
  customerId?: string
}

/** Loads an order to print its tickets. */
export async function findTicketRecord(db: Database, by: OrderKey) {
  const order = await db
    .selectFrom('orders as o')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .leftJoin('profiles as organizer', 'organizer.id', 'e.organizer_id')
    .leftJoin('promo_codes as c', 'c.id', 'o.promo_code_id')
    .select([
      'o.id',
      'o.customer_id',
      'o.order_number',
      'o.status',
      'o.is_comp',
      'o.buyer_name',
      'o.buyer_email',
      'o.subtotal_cents',
      sql<TaxMode>`o.tax_mode`.as('tax_mode'),
      'o.tax_ppm',
      'o.added_tax_cents',
      'o.fee_basis_points',
      'o.fee_cents',
      'o.fee_tax_ppm',
      'o.total_cents',
      sql<Currency>`o.currency`.as('currency'),
      'o.confirmed_at',
      'o.created_at',
      'e.id as event_id',
      'e.title',
      'e.event_status',
      'e.event_date',
      'e.doors_at',
      'e.timezone',
      'e.venue_name',
      'e.venue_address',
      'e.location',
      'e.age_restriction',
      'organizer.full_name as organizer_name',
      'c.code as promo_code',
    ])
    .where('o.id', '=', by.orderId)
    .$if(by.customerId !== undefined, (query) => query.where('o.customer_id', '=', by.customerId ?? null))
    .executeTakeFirst()
  if (order === undefined) return undefined
  const [items, tickets] = await Promise.all([
    db
      .selectFrom('order_items as i')
      .innerJoin('ticket_types as t', 't.id', 'i.ticket_type_id')
      .select(['t.name', 'i.quantity', 'i.unit_cents', 'i.discount_cents'])
      .where('i.order_id', '=', order.id)
      .orderBy('t.sort_order')
      .orderBy('t.id')
      .execute(),
    db
      .selectFrom('tickets as k')
      .innerJoin('ticket_types as t', 't.id', 'k.ticket_type_id')
      .select([
        'k.id',
        'k.ticket_number',
        'k.secret',
        'k.status',
        'k.customer_id',
        'k.holder_name',
        't.name as type_name',
      ])
      .where('k.order_id', '=', order.id)
      .orderBy('t.sort_order')
      .orderBy('k.id')
      .execute(),
  ])
  return { order, items, tickets }
}

/** Loads an order to print its receipt. */
export async function findOrderRecord(db: Database, by: OrderKey) {
  const record = await findTicketRecord(db, by)
  if (record === undefined) return undefined
  const [payment, refunds] = await Promise.all([
    db
      .selectFrom('payments')
      .select(['provider', 'settled_at', 'created_at'])
      .where('order_id', '=', record.order.id)
      .where('status', '=', 'approved')
      .executeTakeFirst(),
    db
      .selectFrom('refunds as r')
      .innerJoin('payments as p', 'p.id', 'r.payment_id')
      .select('r.amount_cents')
      .where('p.order_id', '=', record.order.id)
      .where('r.status', '<>', 'failed')
      .execute(),
  ])
  const refundedCents = refunds.reduce((sum, refund) => sum + refund.amount_cents, 0)
  return { ...record, payment, refundedCents }
}
