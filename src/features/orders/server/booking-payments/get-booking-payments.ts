import { sql } from 'kysely'
import type { z } from 'zod'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { bookingPayments } from '../../contract-booking-payments'
import { getBalanceLimit, getDepositDeadline, getDepositDue } from '~/features/bookings/rules/booking-payment'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { findBooking } from './find-booking'

type BookingPayments = z.input<NonNullable<(typeof bookingPayments.get)['~orpc']['outputSchema']>>

/** Returns the amounts that were paid for a booking on this site and those that are due, for both sides. */
export async function getBookingPayments(
  { caller, db, payments }: Pick<Context, 'caller' | 'db' | 'payments'>,
  bookingId: string,
): Promise<BookingPayments> {
  const callerId = requireCaller({ caller }).id
  const [booking, { rows }] = await Promise.all([
    isId(bookingId) ? findBooking(db, bookingId) : undefined,
    sql<{
      isOwn: boolean
      agreedAt: Date | null
      startsAt: Date
      cancelledCents: number | null
      isPending: boolean
      refundedCents: number
      returnedCents: number
    }>`
      select ${callerId}::uuid in (b.client_id, b.dj_id) as "isOwn",
        (select max(s.created_at) from booking_steps s where s.booking_id = b.id and s.kind = 'accept') as "agreedAt",
        b.event_date as "startsAt", b.cancelled_cents as "cancelledCents",
        exists (select from payments p where p.booking_id = b.id and p.status = 'started' and p.processing_since is not null) as "isPending",
        ${sumRefunds('approved')} as "refundedCents", ${sumRefunds('returned')} as "returnedCents"
      from bookings b where ${isId(bookingId) ? sql`b.id = ${bookingId}::uuid` : sql`false`}`.execute(db),
  ])
  const [row] = rows
  if (booking === undefined || !row?.isOwn) throw refuse('BOOKING_NOT_FOUND')
  const depositDueCents = getDepositDue(booking)
  return {
    canPay: payments.provider !== 'none' && booking.isOfOwnEvent,
    depositDueCents,
    depositDueBy:
      depositDueCents === 0 || row.agreedAt === null ? null : getDepositDeadline(row.agreedAt, row.startsAt),
    balanceLimitCents: getBalanceLimit(booking),
    paidDepositCents: booking.paidDepositCents,
    paidBalanceCents: booking.paidBalanceCents,
    cancelledCents: row.cancelledCents,
    isPending: row.isPending,
    refundedCents: row.refundedCents,
    returnedCents: row.returnedCents,
  }
}

const sumRefunds = (status: 'approved' | 'returned') => sql`(
  select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
  where p.booking_id = b.id and p.status = ${status})::float8`
