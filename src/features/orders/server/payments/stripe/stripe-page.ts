import { sql } from 'kysely'
import type { z } from 'zod'
import { ProviderUnavailableError } from '~/lib/payment-errors'
import { signedIn } from '~/platform/rpc/context'
import type { stripe } from '../../../contract-stripe'
import type { OrderStatus } from '../../../rules/order-state'
import type { Context } from '../../context'
import { refuse } from '../../refuse'
import { refreshPayment } from './refresh-payment'
import { hasStripeCode } from './stripe-errors'
import { isStripe, type StripePayments } from './stripe-payments'

type Output<Call extends keyof typeof stripe> = z.input<
  NonNullable<(typeof stripe)[Call]['~orpc']['outputSchema']>
>

type Reader = Pick<Context, 'caller' | 'db' | 'payments'>

// Each call reads from Stripe, whose budget of calls all buyers share. A page that waits for a slow Stripe makes twenty a minute.
const PER_ACCOUNT = { points: 40, seconds: 60 }

interface OwnPayment {
  orderId: string
  orderNumber: string
  orderStatus: OrderStatus
  amountCents: number
  currency: string
  /** Whether the payment is final. */
  isSettled: boolean
  /** Whether the time of the hold is over, even if the order is still held. */
  isOver: boolean
}

export async function getStripePayment(context: Reader, reference: string): Promise<Output<'get'>> {
  const { payments, payment } = await findOwnPayment(context, reference)
  const { orderId, amountCents } = payment
  return { reference, orderId, amountCents, publishableKey: payments.publishableKey }
}

/** Prepares the payment at Stripe when the buyer presses Pay. If Stripe is slow, extends the hold, once per order. */
export async function startStripePayment(
  context: Reader & Pick<Context, 'limits' | 'settings'>,
  { reference, amountCents: seen }: { reference: string; amountCents: number },
): Promise<Output<'start'>> {
  const { payments, payment } = await findOwnPayment(context, reference)
  const { orderStatus, amountCents, currency } = payment
  if (orderStatus === 'expired' || (orderStatus === 'reserved' && payment.isOver))
    throw refuse('ORDER_EXPIRED')
  if (orderStatus !== 'reserved') throw refuse('ORDER_CLOSED')
  await consumeCall(context)
  if (seen !== amountCents) throw refuse('AMOUNT_CHANGED', { data: { amountCents } })
  try {
    // Without the event's title, which may change: a repeat with another description would be refused.
    const description = `Order ${payment.orderNumber}`
    return {
      state: 'ready',
      clientSecret: await payments.createIntent({ reference, amountCents, currency, description }),
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    // A second press, while the first is still at Stripe.
    if (!hasStripeCode(error.cause, 'idempotency_key_in_use')) await extendHold(context, payment.orderId)
    return { state: 'slow', expiresAt: await readHoldEnd(context, payment.orderId) }
  }
}

/** Asks Stripe what became of a payment, such as after the bank's form, and records it. */
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
  return { orderId: payment.orderId, ...row, isChecked }
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
  limits.consume('stripe_call_account', signedIn({ caller }).id, PER_ACCOUNT)

async function findOwnPayment(
  { db, payments, ...context }: Reader,
  reference: string,
): Promise<{ payments: StripePayments; payment: OwnPayment }> {
  if (!isStripe(payments)) throw refuse('NOT_FOUND')
  const { rows } = await sql<OwnPayment>`
    select o.id as "orderId", o.order_number as "orderNumber", o.status as "orderStatus",
      p.amount_cents as "amountCents", o.currency,
      p.status in ('approved', 'returned') or (p.status = 'abandoned' and p.check_at is null) as "isSettled", o.expires_at <= clock_timestamp() as "isOver"
    from payments p join orders o on o.id = p.order_id
    where p.provider = 'stripe' and p.provider_reference = ${reference} and o.customer_id = ${signedIn(context).id}
  `.execute(db)
  const [payment] = rows
  if (payment === undefined) throw refuse('NOT_FOUND')
  return { payments, payment }
}

/** Gives the buyer the time of another hold, once per order. */
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

async function readHoldEnd({ db }: Pick<Context, 'db'>, orderId: string): Promise<Date> {
  const order = await db
    .selectFrom('orders')
    .select('expires_at')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return new Date(order.expires_at)
}
