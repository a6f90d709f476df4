import type { BookingStatus } from '../../contract-shapes'
import { readMonth } from '../../rules/month-days'

/** What the address of the bookings screen says. Undefined is the list, all states, this month. */
export type BookingsSearch = {
  view: 'calendar' | undefined
  /** `2026-12`, of the calendar. */
  month: string | undefined
  status: BookingStatus | undefined
  q?: string | undefined
}

export const STATUSES: readonly BookingStatus[] = ['pending', 'confirmed', 'completed', 'cancelled']

export function readBookingsSearch(search: Record<string, unknown>): BookingsSearch {
  return {
    view: search['view'] === 'calendar' ? 'calendar' : undefined,
    month: readMonth(search['month']),
    status: STATUSES.find((status) => status === search['status']),
    // The router reads a search of digits as a number.
    q: ['string', 'number'].includes(typeof search['q']) ? String(search['q']).slice(0, 100) : undefined,
  }
}

/** Which lists a filter has: nothing that was played is ahead, nothing that waits is past. */
export function listsOf(status: BookingStatus | undefined): ('ahead' | 'past')[] {
  if (status === 'pending' || status === 'confirmed') return ['ahead']
  if (status === 'completed') return ['past']
  return ['ahead', 'past']
}
