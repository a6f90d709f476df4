import { clientFor } from '~/platform/rpc/client'
import type { bookingsContract } from '../contract'
import type { BookingStatus } from '../contract-shapes'

/** The calls of the booking desk, for routes and parts. What somebody else does makes everything under its key stale. */
export const bookings = clientFor<typeof bookingsContract>('bookings')

// The first page has no cursor: undefined here, null in a page that was rendered on the server and travelled as JSON.
const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

/** The caller's bookings, page after page: ahead (soonest first) or past (latest first), of one state or matching a search. */
export function bookingsQuery(when: 'ahead' | 'past', status?: BookingStatus, q?: string) {
  return bookings.list.infiniteOptions({
    input: (after: string | undefined) => ({
      when,
      ...(status ? { status } : {}),
      ...(q ? { q } : {}),
      ...(after ? { after } : {}),
    }),
    ...pages,
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
    input: (after: string | undefined) => ({ id: personId, ...(after ? { after } : {}) }),
    ...pages,
    staleTime: 60_000,
  })
}
