import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import type { BookingToPay, stripe } from '../../contract-stripe'
import { getBalanceLimit, getDepositDue, getPaidCents } from '~/features/bookings/rules/booking-payment'
import { findBooking } from './find-booking'

type Facts = Pick<BookingToPay, 'number' | 'title' | 'timezone' | 'location' | 'currency'> & {
  djName: string | null
  startsAt: Date
  endsAt: Date
}
type Shown = z.input<NonNullable<(typeof stripe.get)['~orpc']['outputSchema']>>['booking']

/** Returns the booking that a payment belongs to, for its payment page; null for a payment of an order. */
export async function findBookingToPay(
  db: Database,
  {
    bookingId,
    purpose,
    amountCents,
    isSettled,
    isProcessing,
  }: Pick<BookingToPay, 'purpose'> & {
    bookingId: string | null
    amountCents: number
    isSettled: boolean
    /** Whether the bank is still deciding about the payment. */
    isProcessing: boolean
  },
): Promise<Shown> {
  if (bookingId === null) return null
  const [booking, { rows }] = await Promise.all([
    findBooking(db, bookingId),
    sql<Facts>`
      select b.booking_number as number, coalesce(e.title, b.event_type) as title, d.display_name as "djName", b.event_date as "startsAt",
        b.ends_at as "endsAt", b.timezone, b.location, b.currency
      from bookings b left join events e on e.id = b.event_id left join profiles d on d.id = b.dj_id
      where b.id = ${bookingId}`.execute(db),
  ])
  const [facts] = rows
  if (booking === undefined || facts === undefined) return null
  const { deal, feeCents } = booking
  const limitCents = purpose === 'deposit' ? getDepositDue(booking) : getBalanceLimit(booking)
  const isDue = !isSettled && (purpose === 'deposit' ? limitCents === amountCents : limitCents >= amountCents)
  const paidCents = getPaidCents(booking) + (isDue ? amountCents : 0)
  return {
    ...facts,
    id: bookingId,
    djName: facts.djName ?? 'Deleted account',
    purpose,
    isGuarantee: deal.kind === 'guarantee',
    feeCents: feeCents ?? 0,
    restCents: Math.max((feeCents ?? 0) - paidCents, 0),
    isClosed: !isDue || isProcessing,
  }
}
