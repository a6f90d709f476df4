import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { NO_TAX } from '~/lib/tax'
import { countSales } from './count-sales'
import { insertRows } from './insert-rows'
import { seedLedger } from './ledger'
import type { PlannedOrder } from './planned-order'
import { calculateDiscount, getPromoCodeId } from './promo-codes'
import { seedId } from './random'

const MINUTE = 60_000
const FEE_BASIS_POINTS = 1000

/**
 * Writes orders (oldest first) with their items, payments, refunds and one ticket per seat. Amounts follow the rules of
 * a real sale: the fee is ten percent of the subtotal, rounded half up to the cent, and the payment equals the total.
 */
export async function seedOrders(trx: Transaction, orders: readonly PlannedOrder[]): Promise<void> {
  const books = orders.map((order, n) => ({
    order,
    n,
    id: seedId('order', n),
    ...calculateTimes(order),
    ...calculateAmounts(order),
  }))
  const lastNumber = await reserveOrderNumbers(trx, orders.length)
  await insertRows(
    trx,
    'orders',
    books.map(({ order, n, id, ...book }) => ({
      id,
      customer_id: order.customerId,
      event_id: order.event.id,
      client_key: seedId('client-key', n),
      order_number: `OR-${order.createdAt.getUTCFullYear()}-${String(lastNumber - orders.length + n + 1).padStart(5, '0')}`,
      status: order.status,
      buyer_name: order.buyerName,
      buyer_email: order.buyerEmail,
      currency: order.event.place.currency,
      tax_mode: (order.event.place.tax ?? NO_TAX).mode,
      tax_ppm: (order.event.place.tax ?? NO_TAX).ratePpm,
      subtotal_cents: book.subtotal,
      fee_basis_points: order.isGift ? 0 : FEE_BASIS_POINTS,
      fee_cents: book.fee,
      expires_at: book.expiresAt,
      created_at: order.createdAt,
      confirmed_at: isPaid(order) ? book.settledAt : null,
      ended_at: book.endedAt,
      is_comp: order.isGift,
      promo_code_id: order.code ? getPromoCodeId(order.code.code) : null,
      source: order.source,
    })),
  )
  await insertRows(
    trx,
    'order_items',
    books.flatMap(({ order, id }) =>
      order.items.map(({ type, quantity }) => ({
        order_id: id,
        ticket_type_id: type.id,
        quantity,
        unit_cents: order.isGift ? 0 : type.priceCents,
        // An order with a promo code has only one item, which gets the whole discount.
        discount_cents: order.code
          ? calculateDiscount(order.code, type.priceCents * quantity, order.event.place)
          : 0,
      })),
    ),
  )
  await insertRows(trx, 'payments', books.flatMap(toPaymentRows))
  await insertRows(
    trx,
    'refunds',
    books
      .filter(({ order, subtotal }) => order.status === 'refunded' && subtotal > 0)
      .map(({ order, n, subtotal, fee, endedAt }) => ({
        id: seedId('refund', n),
        payment_id: seedId('payment', n),
        amount_cents: subtotal + fee,
        fee_cents: fee,
        reason: order.refundReason,
        status: 'done',
        provider_reference: `demo-refund-${n}`,
        created_at: endedAt ?? order.createdAt,
        settled_at: endedAt,
        sent_at: endedAt,
      })),
  )
  await insertRows(trx, 'tickets', books.flatMap(toTicketRows))
  await countSales(trx)
  await seedLedger(trx)
}

type Book = { order: PlannedOrder; n: number; id: string } & ReturnType<typeof calculateTimes> &
  ReturnType<typeof calculateAmounts>

const isPaid = (order: PlannedOrder): boolean => order.status === 'confirmed' || order.status === 'refunded'

function calculateAmounts(order: PlannedOrder): { subtotal: number; fee: number } {
  const prices = order.items.reduce((sum, { type, quantity }) => sum + type.priceCents * quantity, 0)
  const subtotal = order.isGift
    ? 0
    : prices - (order.code ? calculateDiscount(order.code, prices, order.event.place) : 0)
  return { subtotal, fee: Math.floor((subtotal * FEE_BASIS_POINTS + 5000) / 10_000) }
}

function calculateTimes(order: PlannedOrder) {
  const addMinutes = (minutes: number): Date => new Date(order.createdAt.getTime() + minutes * MINUTE)
  // Orders are refunded when the event is canceled, or a day after the purchase at the buyer's request.
  const back = order.event.status === 'cancelled' ? order.event.changedAt : null
  const ended = {
    confirmed: null,
    expired: addMinutes(10),
    cancelled: addMinutes(3),
    refunded: back && back > addMinutes(2) ? back : addMinutes(26 * 60),
  }
  return { expiresAt: addMinutes(10), settledAt: addMinutes(2), endedAt: ended[order.status] }
}

function toPaymentRows({ order, n, id, subtotal, fee, settledAt, endedAt }: Book) {
  const amount = subtotal + fee
  // A cancelled reservation was never charged, and free tickets need no payment.
  if (amount === 0 || order.status === 'cancelled') return []
  const toPaymentRow = (kind: string, status: string, settled: Date | null, reason: string | null) => ({
    id: seedId(kind, n),
    order_id: id,
    provider: 'sandbox',
    provider_reference: `demo-${kind}-${n}`,
    status,
    amount_cents: amount,
    decline_reason: reason,
    created_at: new Date(order.createdAt.getTime() + MINUTE),
    settled_at: settled,
  })
  if (order.status === 'expired') return [toPaymentRow('payment', 'abandoned', endedAt, null)]
  const approved = toPaymentRow('payment', 'approved', settledAt, null)
  return order.declinedFirst
    ? [toPaymentRow('declined-payment', 'declined', settledAt, 'The card was declined'), approved]
    : [approved]
}

/** The database generates secrets and ticket numbers: a predictable secret would let anyone forge a ticket. */
function toTicketRows({ order, n, id, subtotal, settledAt }: Book) {
  if (!isPaid(order)) return []
  const seats = order.items.flatMap(({ type, quantity }) => Array.from({ length: quantity }, () => type))
  return seats.map((type, seat) => ({
    id: seedId('ticket', n * 40 + seat),
    order_id: id,
    event_id: order.event.id,
    ticket_type_id: type.id,
    customer_id: order.customerId,
    status: order.status === 'refunded' ? 'refunded' : 'valid',
    refund_id: order.status === 'refunded' && subtotal > 0 ? seedId('refund', n) : null,
    checked_in_at: order.checkIns[seat] ?? null,
    created_at: settledAt,
  }))
}

/** Advances the sequence by `count`, so that the first real order continues after the demo. Returns the last number. */
async function reserveOrderNumbers(trx: Transaction, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select setval('order_numbers', nextval('order_numbers') + ${count}::bigint - 1) as last`.execute(trx)
  return Number(rows[0]?.last)
}
