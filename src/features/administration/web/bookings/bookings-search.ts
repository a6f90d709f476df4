import { oneOf, readCursors, readText } from '~/lib/read-search'
import type { BookingStatus } from '../../contract-bookings'

/** What the address of /admin/bookings says. */
export type BookingsSearch = {
  q?: string | undefined
  status?: BookingStatus | undefined
  after?: string | undefined
  before?: string | undefined
}

export const STATUSES: readonly BookingStatus[] = ['pending', 'confirmed', 'completed', 'cancelled']

/** Every key is named, since the router keeps what a reader leaves out. */
export function readBookingsSearch(raw: Record<string, unknown>): BookingsSearch {
  return { q: readText(raw['q']), status: oneOf(STATUSES, raw['status']), ...readCursors(raw) }
}
