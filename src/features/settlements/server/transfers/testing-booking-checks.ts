import { addProviderFee } from '~/features/bookings/rules/booking-payment'
import { compare, sumCents } from './testing-history-checks'
import type { HistoryEvent } from './testing-history-event'
import type { BookingRow, HistoryRows, PaymentRow, Snapshot, TransferRow } from './testing-history-rows'

const listTransfers = ({ transfers }: HistoryRows, { id }: BookingRow) =>
  transfers.filter(({ bookingId }) => bookingId === id)

const listDeposits = (rows: HistoryRows, booking: BookingRow) =>
  listTransfers(rows, booking).filter(({ reason }) => reason === 'deposit')

/** Lists the approved payments for a booking, without those that came too late and were refunded in full. */
const listPayments = ({ payments }: HistoryRows, { id }: BookingRow) =>
  payments.filter(({ bookingId, status }) => bookingId === id && status === 'approved')

const sumRefunds = (payments: readonly PaymentRow[]): number =>
  payments.reduce((sum, { refundedCents }) => sum + refundedCents, 0)

/** Lists the new transfers of deposits that weren't allowed. */
export function checkDeposits(before: Snapshot, { rows }: Snapshot): string[] {
  const known = new Set(before.rows.transfers.map(({ id }) => id))
  const isNew = ({ id, reason }: TransferRow) => reason === 'deposit' && !known.has(id)
  return rows.bookings.flatMap((booking) =>
    listTransfers(rows, booking)
      .filter(isNew)
      .flatMap(({ cents }) => {
        const isAllowed = cents < 0 ? booking.status === 'cancelled' : booking.status !== 'cancelled'
        return isAllowed ? [] : [`a deposit of ${cents} for a booking that is ${booking.status}`]
      }),
  )
}

const countDays = (moment: Date): number => Math.floor(moment.getTime() / 86_400_000)

/** The length of all sets in histories: two hours. */
const SET_MS = 7_200_000

/** Lists the bookings that were just cancelled and give the DJ another amount than the terms. */
export function checkCancellations(event: HistoryEvent, before: Snapshot, { rows }: Snapshot): string[] {
  const open = new Set(
    before.rows.bookings.filter(({ status }) => status !== 'cancelled').map(({ id }) => id),
  )
  return rows.bookings
    .filter(({ id, status }) => status === 'cancelled' && open.has(id))
    .flatMap((booking) => {
      const { dj, cancellation } = event.bookings.find(({ id }) => id === booking.id) ?? {}
      const startsAt = new Date(new Date(booking.endsAt).getTime() - SET_MS)
      const days = countDays(startsAt) - countDays(event.books.clock.now)
      const deposit = sumCents(listPayments(rows, booking).filter(({ purpose }) => purpose === 'deposit'))
      const isFree = booking.cancelledBy === dj?.id || days >= (cancellation?.freeDays ?? 0)
      const isHalf = days <= (cancellation?.halfFeeDays ?? 0)
      const halfCents = isHalf ? Math.round((booking.feeCents ?? 0) / 2) : 0
      const expected = isFree ? 0 : Math.max(halfCents, deposit)
      return compare(
        `the DJ of ${booking.id}, cancelled ${days} days before`,
        booking.cancelledCents ?? -1,
        expected,
      )
    })
}

/**
 * Lists the problems with payments for bookings: each amount has to be transferred to the DJ, in the event's money,
 * or refunded.
 */
export function checkPayments({ rows, found }: Snapshot): string[] {
  // After a payout, the client can pay the part of the fee that the DJ didn't get, even if earlier payments add up to
  // the fee.
  const isPaidOut = rows.transfers.some(({ reason }) => reason !== 'deposit')
  const counted = rows.payments.filter(({ status }) => status === 'approved')
  return [
    ...compare(
      'what was paid for bookings',
      found.sheet.paidInCents - rows.paidRefundsCents,
      sumCents(counted) - sumRefunds(counted),
    ),
    ...rows.payments.flatMap(({ status, cents, refundedCents }) =>
      status === 'returned' ? compare('the refund of a late payment', refundedCents, cents) : [],
    ),
    ...rows.bookings.flatMap((booking) => {
      const payments = listPayments(rows, booking)
      const deposits = payments.filter(({ purpose }) => purpose === 'deposit')
      const transfers = listDeposits(rows, booking)
      const restCents = (booking.feeCents ?? 0) - sumCents(deposits)
      const mostPaid = restCents > 0 ? addProviderFee(restCents) : 0
      const mostRefunded = getRefundDue(booking, payments)
      return [
        ...compare(
          `deposits transferred for ${booking.id}`,
          sumCents(transfers.filter(({ cents }) => cents > 0)),
          sumCents(deposits),
        ),
        ...checkRemaining(booking, { transfers, deposits }),
        ...(!isPaidOut && sumCents(payments) - sumCents(deposits) > mostPaid
          ? [`${booking.id} was paid beyond the fee`]
          : []),
        ...(sumRefunds(payments) > mostRefunded ? [`too much is refunded of ${booking.id}`] : []),
      ]
    }),
  ]
}

/**
 * Checks that no DJ has more of a deposit than the part that isn't refunded. A DJ may have less for a while, because
 * a sent deposit is first transferred back and only then refunded.
 */
function checkRemaining(
  { id }: BookingRow,
  { transfers, deposits }: { transfers: readonly TransferRow[]; deposits: readonly PaymentRow[] },
): string[] {
  const cents = sumCents(transfers)
  const mostCents = sumCents(deposits) - sumRefunds(deposits)
  const isReversed = transfers.some(({ reverses }) => reverses !== null)
  return cents < mostCents && isReversed
    ? []
    : compare(`deposits that stay with the DJ of ${id}`, cents, mostCents)
}

/** Returns the amount to refund: for a canceled booking, the payments less the DJ's part; for other bookings, 0. */
function getRefundDue(
  { status, cancelledCents }: BookingRow,
  payments: readonly { cents: number }[],
): number {
  return status === 'cancelled' ? Math.max(sumCents(payments) - (cancelledCents ?? 0), 0) : 0
}

/**
 * Lists the problems after all transfers were sent: the DJ of each booking must have exactly the amount of the terms,
 * if the money covers it.
 */
export function checkBookings({ rows, found }: Snapshot): string[] {
  const { shares, organizerCents, taxCents } = found.sheet
  const problems = rows.bookings.flatMap((booking) => {
    const payments = listPayments(rows, booking)
    const share = shares.find(({ bookingId }) => bookingId === booking.id)
    const missingCents = share?.missingCents ?? 0
    const transferred = sumCents(listTransfers(rows, booking))
    const name = `the DJ of ${booking.id}, which is ${booking.status}, has`
    const refunds = compare(`refunds of ${booking.id}`, sumRefunds(payments), getRefundDue(booking, payments))
    const dueCents = booking.status === 'cancelled' ? (booking.cancelledCents ?? 0) : share?.shareCents
    if (rows.settlement !== null)
      return [...refunds, ...compare(name, transferred, (dueCents ?? 0) - missingCents)]
    if (booking.status !== 'cancelled')
      return transferred > (booking.feeCents ?? 0) ? [...refunds, `${name} ${transferred}`] : refunds
    const deposit = sumCents(payments.filter(({ purpose }) => purpose === 'deposit'))
    return [...refunds, ...compare(name, transferred, Math.min(booking.cancelledCents ?? 0, deposit))]
  })
  const missing = shares.reduce((sum, { missingCents }) => sum + missingCents, 0)
  // The tax stays with the organizer, who declares it.
  if (missing > 0 && organizerCents > taxCents)
    problems.push(`${missing} are missing, and ${organizerCents} stay with the organizer`)
  return problems
}
