import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { recordPayment, refreshBrowsers } from '~/features/bookings/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import { getBalanceLimit, getDepositDue } from '~/features/bookings/rules/booking-payment'
import type { ApprovedPayment } from '../payments/payment-port'
import { findBooking, type FoundBooking } from './find-booking'

export interface BookingSettler {
  settle(provider: string, approved: ApprovedPayment): Promise<'confirmed' | 'returned' | 'settled'>
}

interface Payment {
  id: string
  bookingId: string
  eventId: string
  purpose: 'deposit' | 'balance'
  status: string
  amountCents: number
}

/** Creates the service that settles payments of bookings. Settling a payment twice is a no-op, as for orders. */
export function createBookingSettler({
  db,
  jobs,
  live,
}: {
  db: Database
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>
  live: Pick<Live, 'publish'>
}): BookingSettler {
  return {
    async settle(provider, approved) {
      const { outcome, people } = await db
        .transaction()
        .execute((trx) => settlePayment(trx, jobs, { provider, approved }))
      refreshBrowsers(live, people)
      return outcome
    },
  }
}

/**
 * Settles a payment. Locks the event, the booking and the payment, in this order, so that a concurrent settlement or
 * cancellation runs before or after this one. Stores no payment method for a deleted account, whose methods were
 * erased.
 */
async function settlePayment(
  trx: Transaction,
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>,
  { provider, approved: { reference, amountCents, method } }: { provider: string; approved: ApprovedPayment },
): Promise<{
  outcome: 'confirmed' | 'returned' | 'settled'
  people: (string | null)[]
}> {
  const { bookingId, eventId } = await readPayment(trx, { provider, reference })
  await sql`select from events where id = ${eventId} for no key update`.execute(trx)
  const { rows } = await sql<{
    clientId: string | null
  }>`select client_id as "clientId" from bookings where id = ${bookingId} for update`.execute(trx)
  const payment = await readPayment(trx, { provider, reference })
  if (payment.status === 'approved' || payment.status === 'returned')
    return { outcome: 'settled', people: [] }
  const booking = await findBooking(trx, bookingId)
  if (booking === undefined) throw new Error(`The booking ${bookingId} does not exist`)
  const problem = findRefundReason(booking, payment, amountCents)
  const status = problem === undefined ? 'approved' : 'returned'
  await sql`
    update payments set status = ${status}, amount_cents = ${amountCents}, settled_at = clock_timestamp(),
      processing_since = null, decline_reason = null, check_at = null,
      method = case when exists (select from bookings b where b.id = ${bookingId} and b.client_id is not null) then ${method ?? null} end
    where id = ${payment.id}`.execute(trx)
  if (problem !== undefined) {
    await sql`insert into refunds (payment_id, amount_cents, reason) values (${payment.id}, ${amountCents}, ${problem})`.execute(
      trx,
    )
    return { outcome: 'returned', people: rows.map(({ clientId }) => clientId) }
  }
  const people = await recordPayment(trx, jobs, {
    bookingId,
    payment: { purpose: payment.purpose, cents: amountCents, method: method ?? null },
    at: new Date(),
  })
  return { outcome: 'confirmed', people }
}

async function readPayment(
  trx: Transaction,
  { provider, reference }: { provider: string; reference: string },
): Promise<Payment> {
  const { rows } = await sql<Payment>`
    select id, booking_id as "bookingId", event_id as "eventId", purpose, status, amount_cents as "amountCents"
    from payments where provider = ${provider} and provider_reference = ${reference} and booking_id is not null`.execute(
    trx,
  )
  const [payment] = rows
  if (payment === undefined) throw new Error(`The payment ${reference} belongs to no booking`)
  return payment
}

/** Returns the reason to refund the payment; undefined if the payment counts. */
function findRefundReason(
  booking: FoundBooking,
  { purpose, eventId, amountCents: dueCents }: Payment,
  paidCents: number,
): string | undefined {
  if (paidCents !== dueCents) return 'amount_differs'
  if (booking.status === 'cancelled') return 'booking_cancelled'
  const limit = purpose === 'deposit' ? getDepositDue(booking) : getBalanceLimit(booking)
  if (limit === 0) return 'already_paid'
  const isPayable =
    booking.eventId === eventId && (purpose === 'deposit' ? limit === paidCents : limit >= paidCents)
  return isPayable ? undefined : 'terms_changed'
}
