import { clientFor } from '~/platform/rpc/client'
import { afterCursor, followCursor } from '~/platform/rpc/follow-cursor'
import type { bookingsContract } from '../contract'
import type { BookingStatus } from '../contract-shapes'

/** The calls of bookings, for routes and parts. A change by the other side makes everything under its key stale. */
export const bookings = clientFor<typeof bookingsContract>('bookings')

/** The caller's bookings, page after page: ahead (soonest first) or past (latest first), of one state or matching a search. */
export function bookingsQuery(when: 'ahead' | 'past', status?: BookingStatus, q?: string) {
  return bookings.list.infiniteOptions({
    input: (after: string | undefined) => ({ when, status, ...(q && { q }), ...afterCursor(after) }),
    ...followCursor,
    staleTime: 10_000,
  })
}

/** How many of each state, who waits for whom, and the one to answer first. */
export function bookingCountsQuery() {
  return bookings.counts.queryOptions({ staleTime: 10_000 })
}

/** A month of the caller's own calendar, `2026-12`. */
export function ownMonthQuery(month: string) {
  return bookings.calendar.queryOptions({ input: { month }, staleTime: 10_000 })
}

export function feedQuery() {
  return bookings.feed.queryOptions({ staleTime: 60_000 })
}

/** Read again whenever it is opened: somebody may have answered. */
export function bookingQuery(id: string) {
  return bookings.get.queryOptions({ input: { id }, staleTime: 5_000 })
}

/** The free days of a DJ next to a day, `2026-12-18`. */
export function nearestFreeDaysQuery(djId: string, day: string) {
  return bookings.nearestFreeDays.queryOptions({ input: { id: djId, day }, staleTime: 30_000 })
}

/** A month of a DJ's public calendar. */
export function availabilityQuery(djId: string, month: string) {
  return bookings.availability.queryOptions({ input: { id: djId, month }, staleTime: 30_000 })
}

/** Published reviews of a person, newest first, page after page. */
export function reviewsQuery(personId: string) {
  return bookings.listReviews.infiniteOptions({
    input: (after: string | undefined) => ({ id: personId, ...afterCursor(after) }),
    ...followCursor,
    staleTime: 60_000,
  })
}
