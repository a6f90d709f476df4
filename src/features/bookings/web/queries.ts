import { createFeatureClient } from '~/platform/rpc/client'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import type { bookingsContract } from '../contract'
import type { BookingStatus } from '../contract-shapes'

/** The API client of the bookings feature. A change by the other side of a booking invalidates all its queries. */
export const bookings = createFeatureClient<typeof bookingsContract>('bookings')

/** The caller's bookings in pages: upcoming (soonest first) or past (latest first), filtered by status or search. */
export function bookingsQuery(period: 'ahead' | 'past', status?: BookingStatus, q?: string) {
  return bookings.list.infiniteOptions({
    input: (after: string | undefined) => ({ period, status, ...(q && { q }), ...toCursorInput(after) }),
    ...followCursor,
    staleTime: 10_000,
  })
}

export function bookingCountsQuery() {
  return bookings.counts.queryOptions({ staleTime: 10_000 })
}

export function ownMonthQuery(month: string) {
  return bookings.calendar.queryOptions({ input: { month }, staleTime: 10_000 })
}

export function feedQuery() {
  return bookings.feed.queryOptions({ staleTime: 60_000 })
}

/** A booking. It is refetched on every visit, because the other side may have answered. */
export function bookingQuery(id: string) {
  return bookings.get.queryOptions({ input: { id }, staleTime: 5_000 })
}

export function nearestFreeDaysQuery(djId: string, day: string) {
  return bookings.nearestFreeDays.queryOptions({ input: { id: djId, day }, staleTime: 30_000 })
}

export function availabilityQuery(djId: string, month: string) {
  return bookings.availability.queryOptions({ input: { id: djId, month }, staleTime: 30_000 })
}

export function reviewsQuery(personId: string) {
  return bookings.listReviews.infiniteOptions({
    input: (after: string | undefined) => ({ id: personId, ...toCursorInput(after) }),
    ...followCursor,
    staleTime: 60_000,
  })
}
