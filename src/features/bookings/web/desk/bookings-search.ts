import { oneOf } from '~/lib/read-search'
import type { BookingStatus } from '../../contract-shapes'

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
    view: oneOf(['calendar'], search['view']),
    month: readMonth(search['month']),
    status: oneOf(STATUSES, search['status']),
    // Not trimmed: a space at the end is one that is being typed. The router reads digits as a number.
    q: ['string', 'number'].includes(typeof search['q']) ? String(search['q']).slice(0, 100) : undefined,
  }
}

function readMonth(value: unknown): string | undefined {
  return typeof value === 'string' && /^20\d\d-(?:0[1-9]|1[0-2])$/u.test(value) ? value : undefined
}

/** Which lists a filter has: nothing that was played is ahead, nothing that waits is past. */
export function listsOf(status: BookingStatus | undefined): ('ahead' | 'past')[] {
  if (status === 'pending' || status === 'confirmed') return ['ahead']
  if (status === 'completed') return ['past']
  return ['ahead', 'past']
}
