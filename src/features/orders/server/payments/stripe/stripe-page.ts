import { sql } from 'kysely'
import type { z } from 'zod'
import { ProviderUnavailableError } from '~/lib/payment-errors'
import { requireCaller } from '~/platform/rpc/context'
import type { stripe } from '../../../contract-stripe'
import type { OrderStatus } from '../../../rules/order-state'
import type { Context } from '../../context'
import { refuse } from '../../refused-error'
import { findBookingToPay } from '../../booking-payments/booking-to-pay'
import { refreshPayment } from './refresh-payment'
import { hasStripeCode } from './stripe-errors'
import { isStripe, type StripePayments } from './stripe-payments'

type Output<Call extends keyof typeof stripe> = z.input<
  NonNullable<(typeof stripe)[Call]['~orpc']['outputSchema']>
>

type Reader = Pick<Context, 'caller' | 'db' | 'payments'>

// The limit of calls per account. Each one reads from Stripe, and all buyers share Stripe's limit of calls. A page
// that waits for a slow Stripe makes twenty calls a minute.
const PER_ACCOUNT = { points: 40, seconds: 60 }

interface OwnPayment {
  orderId: string | null
  bookingId: string | null
  purpose: 'deposit' | 'balance'
  /** The number of the order or the booking. */
  number: string
  orderStatus: OrderStatus
  amountCents: number
  currency: string
  /** Whether the result of the payment is final. */
  isSettled: boolean
  /** Whether the bank is deciding about the payment. */
  isProcessing: boolean
  /** Whether the time of the hold is over, even if the order is still held. */
  isOver: boolean
}

export async function getStripePayment(context: Reader, reference: string): Promise<Output<'get'>> {
  const { payments, payment } = await findOwnPayment(context, reference)
  const { orderId, amountCents } = payment
  const booking = await findBookingToPay(context.db, payment)
  return { reference, orderId, booking, amountCents, publishableKey: payments.publishableKey }
}

/** Prepares the payment at Stripe when the buyer presses Pay. If Stripe is slow, extends the hold, once per order. */
export async function startStripePayment(
  context: Reader & Pick<Context, 'limits' | 'settings'>,
  { reference, amountCents: seen }: { reference: string; amountCents: number },
): Promise<Output<'start'>> {
  const { payments, payment } = await findOwnPayment(context, reference)
  const { orderId, amountCents, currency } = payment
  if (orderId === null) await checkBooking(context.db, payment)
  else checkHold(payment)
  await consumeCall(context)
  if (seen !== amountCents) throw refuse('AMOUNT_CHANGED', { data: { amountCents } })
  try {
    // Leaves out the event's title, which may change: Stripe would refuse a repeat with another description.
    const description = `${orderId === null ? 'Booking' : 'Order'} ${payment.number}`
    return {
      state: 'ready',
      clientSecret: await payments.createIntent({ reference, amountCents, currency, description }),
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    // This error code means that the buyer pressed Pay twice and Stripe still handles the first press, so the hold is
    // not extended.
    if (orderId !== null && !hasStripeCode(error.cause, 'idempotency_key_in_use'))
      await extendHold(context, orderId)
    return { state: 'slow' }
  }
}

/** @throws ORDER_EXPIRED, ORDER_CLOSED */
function checkHold({ orderStatus, isOver }: OwnPayment): void {
  if (orderStatus === 'expired' || (orderStatus === 'reserved' && isOver)) throw refuse('ORDER_EXPIRED')
  if (orderStatus !== 'reserved') throw refuse('ORDER_CLOSED')
}

/** @throws ORDER_CLOSED */
async function checkBooking(db: Context['db'], payment: OwnPayment): Promise<void> {
  const booking = await findBookingToPay(db, payment)
  if (booking === null || booking.isClosed) throw refuse('ORDER_CLOSED')
}

/** Asks Stripe for the result of a payment, such as after the bank's form, and records it. */
export async function checkStripePayment(
  context: Reader & Pick<Context, 'limits' | 'sales'>,
  reference: string,
): Promise<Output<'check'>> {
  const { db } = context
  const { payments, payment } = await findOwnPayment(context, reference)
  const isChecked = payment.isSettled || (await refreshIfPossible(context, { payments, reference }))
  const row = await db
    .selectFrom('payments')
    .select(['status', 'processing_since as processingSince', 'decline_reason as declineReason'])
    .where('provider', '=', 'stripe')
    .where('provider_reference', '=', reference)
    .$narrowType<{ status: Output<'check'>['status'] }>()
    .executeTakeFirstOrThrow()
  return { ...row, isChecked }
}

/** Returns whether Stripe responded. */
async function refreshIfPossible(
  context: Reader & Pick<Context, 'limits' | 'sales'>,
  { payments, reference }: { payments: StripePayments; reference: string },
): Promise<boolean> {
  await consumeCall(context)
  try {
    await refreshPayment({ ...context, payments }, reference)
    return true
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return false
    throw error
  }
}

/** @throws TOO_MANY_REQUESTS */
const consumeCall = ({ limits, caller }: Pick<Context, 'limits' | 'caller'>) =>
  limits.consume('stripe_call_account', requireCaller({ caller }).id, PER_ACCOUNT)

async function findOwnPayment(
  { db, payments, ...context }: Reader,
  reference: string,
): Promise<{ payments: StripePayments; payment: OwnPayment }> {
  if (!isStripe(payments)) throw refuse('NOT_FOUND')
  const callerId = requireCaller(context).id
  const { rows } = await sql<OwnPayment>`
    select p.order_id as "orderId", p.booking_id as "bookingId", p.purpose, coalesce(o.order_number, b.booking_number) as number,
      o.status as "orderStatus", p.amount_cents as "amountCents", (select e.currency from events e where e.id = coalesce(o.event_id, p.event_id)) as currency,
      p.status in ('approved', 'returned') or (p.status = 'abandoned' and p.check_at is null) as "isSettled",
      p.processing_since is not null as "isProcessing", o.expires_at <= clock_timestamp() as "isOver"
    from payments p left join orders o on o.id = p.order_id left join bookings b on b.id = p.booking_id
    where p.provider = 'stripe' and p.provider_reference = ${reference}
      and ${callerId}::uuid = case when o.id is null then b.client_id else o.customer_id end
  `.execute(db)
  const [payment] = rows
  if (payment === undefined) throw refuse('NOT_FOUND')
  return { payments, payment }
}

/** Extends the hold to its full length from now, once per order. */
async function extendHold(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  orderId: string,
): Promise<void> {
  const { holdMinutes } = await settings.read()
  await sql`
    update orders set hold_extended_at = clock_timestamp(),
      expires_at = greatest(expires_at, clock_timestamp() + ${holdMinutes} * interval '1 minute')
    where id = ${orderId} and status = 'reserved' and hold_extended_at is null and expires_at > clock_timestamp()
  `.execute(db)
}
