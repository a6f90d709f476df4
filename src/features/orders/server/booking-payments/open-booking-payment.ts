import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { getBalanceLimit, getDepositDue } from '~/features/bookings/rules/booking-payment'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { findBooking } from './find-booking'

export interface BookingPaymentRequest {
  bookingId: string
  purpose: 'deposit' | 'balance'
  /** The amount that the client saw: the deposit, or the part of the fee to pay now. */
  amountCents: number
}

/**
 * Opens a payment for a booking of the caller, or resumes the open one of the same amount. If the client pays twice,
 * the second payment is refunded unless both together stay within the fee.
 */
export async function openBookingPayment(
  context: Pick<Context, 'caller' | 'db' | 'payments'>,
  { bookingId, purpose, amountCents }: BookingPaymentRequest,
): Promise<{ redirectUrl: string }> {
  const { db, payments } = context
  if (payments.provider === 'none') throw refuse('CHECKOUT_COMING_SOON')
  const booking = isId(bookingId) ? await findBooking(db, bookingId, requireCaller(context).id) : undefined
  if (booking === undefined) throw refuse('BOOKING_NOT_FOUND')
  const limitCents = purpose === 'deposit' ? getDepositDue(booking) : getBalanceLimit(booking)
  if (booking.eventId === null || limitCents === 0) throw refuse('NOTHING_DUE')
  if (purpose === 'deposit' ? amountCents !== limitCents : amountCents > limitCents)
    throw refuse('AMOUNT_CHANGED', { data: { amountCents: limitCents } })
  const own = sql`booking_id = ${bookingId} and provider = ${payments.provider} and status = 'started' and purpose = ${purpose}`
  const { rows } = await sql<{ reference: string; cents: number; isProcessing: boolean }>`
    select provider_reference as reference, amount_cents as cents, processing_since is not null as "isProcessing" from payments
    where ${own} order by created_at desc`.execute(db)
  if (rows.some(({ isProcessing }) => isProcessing)) throw refuse('PAYMENT_PENDING')
  const open = rows.find(({ cents }) => cents === amountCents)?.reference
  const reference = open ?? payments.createReference(amountCents)
  if (open === undefined)
    await sql`
      insert into payments (booking_id, event_id, purpose, provider, provider_reference, amount_cents)
      values (${bookingId}, ${booking.eventId}, ${purpose}, ${payments.provider}, ${reference}, ${amountCents})`.execute(
      db,
    )
  return { redirectUrl: payments.toPagePath(reference) }
}
