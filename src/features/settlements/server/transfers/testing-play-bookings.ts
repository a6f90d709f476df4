import { changeEventBookings, listEventBookings } from '~/features/bookings/server/public'
import { notifyHoldersJob } from '~/features/events/server/public'
import { refundCancelledEvents } from '~/features/orders/server/testing'
import { PASSWORD } from '~tests/support/event-shop'
import { shopClient } from '~tests/support/shop'
import type { HistoryEvent } from './testing-history-event'
import type { Step } from './testing-steps'

/** The smallest amount of a payment, in cents. */
const MIN_CENTS = 100

type StepWith<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

/**
 * Pays the amount due for a booking, or a third of it, as the organizer. The bank approves the payment immediately
 * unless it is late.
 */
export async function payBooking(event: HistoryEvent, { n, purpose, isPart, isLate }: StepWith<'pay'>) {
  const { books, organizer, bookingPayments } = event
  const { id: bookingId } = event.getBooking(n)
  const payments = books.shop.as(organizer).bookingPayments
  const { depositDueCents, balanceLimitCents } = await payments.get({ bookingId })
  const balanceCents = isPart ? Math.ceil(balanceLimitCents / 3) : balanceLimitCents
  const amountCents = purpose === 'deposit' ? depositDueCents : balanceCents
  const { redirectUrl } = await payments.pay({
    bookingId,
    purpose,
    // If nothing is due, the smallest amount is tried, and the call is refused.
    amountCents: Math.max(amountCents, MIN_CENTS),
  })
  bookingPayments.push(redirectUrl.slice('/pay/sandbox/'.length))
  if (!isLate) await approvePayment(event, 0)
}

export async function approvePayment({ books, bookingPayments }: HistoryEvent, fromLatest: number) {
  const reference = bookingPayments.at(-1 - fromLatest)
  if (reference !== undefined) await books.shop.as(null).sandbox.decide({ reference, decision: 'approve' })
}

/** Cancels a booking as one of its sides, `daysBefore` days before the set, or now if that time has passed. */
export async function cancelBooking(
  event: HistoryEvent,
  { n, isByDj, daysBefore }: StepWith<'cancel booking'>,
) {
  const { books, bookingCalls, ground, organizer } = event
  const { id, dj } = event.getBooking(n)
  const { steps, startsAt } = await ground.db
    .selectFrom('bookings')
    .select(['steps', 'event_date as startsAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  event.moveClockTo(new Date(startsAt.getTime() - daysBefore * 86_400_000))
  bookingCalls.clock.now = books.clock.now
  await bookingCalls.as(isByDj ? dj : organizer).cancel({ id, steps, reason: 'Ill' })
}

/** Cancels the event and its bookings as the organizer, and runs the jobs that refund its tickets. */
export async function cancelEvent({ books, ground: { db }, eventId, organizer }: HistoryEvent) {
  const { shop, services, clock } = books
  const { version } = await db
    .selectFrom('events')
    .select('version')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const client = shopClient({
    ...shop.contextOf(organizer),
    jobs: shop.services.jobs,
    live: services.live,
    eventBookings: { list: listEventBookings, change: changeEventBookings },
    now: () => clock.now,
  })
  const request = { eventId, version, statusMessage: 'The venue is closed.', password: PASSWORD }
  await client.eventChanges.cancel(request)
  await shop.runJob(notifyHoldersJob)
  await refundCancelledEvents(db)
}
