import { parseOption, parseCursors, parseSearchText } from '~/lib/search-parameters'
import type { BookingStatus } from '../../contract-bookings'

export type BookingsSearch = {
  q?: string | undefined
  status?: BookingStatus | undefined
  after?: string | undefined
  before?: string | undefined
}

export const STATUSES: readonly BookingStatus[] = ['pending', 'confirmed', 'completed', 'cancelled']

/** Returns every key, even without a value, because the router keeps the old value of a missing key. */
export function readBookingsSearch(raw: Record<string, unknown>): BookingsSearch {
  return { q: parseSearchText(raw['q']), status: parseOption(STATUSES, raw['status']), ...parseCursors(raw) }
}
