import { parseOption } from '~/lib/search-parameters'
import type { BookingStatus } from '../../contract-shapes'

/**
 * The search parameters of the bookings page. Undefined values mean list view, all statuses and the current month.
 */
export type BookingsSearch = {
  view: 'calendar' | undefined
  /** The month of the calendar, such as `2026-12`. */
  month: string | undefined
  status: BookingStatus | undefined
  q?: string | undefined
}

export const STATUSES: readonly BookingStatus[] = ['pending', 'confirmed', 'completed', 'cancelled']

export function parseBookingsSearch(search: Record<string, unknown>): BookingsSearch {
  return {
    view: parseOption(['calendar'], search['view']),
    month: parseMonth(search['month']),
    status: parseOption(STATUSES, search['status']),
    // Don't trim the search text: the person may type another word after a space at its end. The router parses a text
    // of digits as a number.
    q: ['string', 'number'].includes(typeof search['q']) ? String(search['q']).slice(0, 100) : undefined,
  }
}

function parseMonth(value: unknown): string | undefined {
  return typeof value === 'string' && /^20\d\d-(?:0[1-9]|1[0-2])$/u.test(value) ? value : undefined
}

/** Returns the lists that a filter can match: completed bookings are never upcoming, pending ones never past. */
export function listPeriods(status: BookingStatus | undefined): ('ahead' | 'past')[] {
  if (status === 'pending' || status === 'confirmed') return ['ahead']
  if (status === 'completed') return ['past']
  return ['ahead', 'past']
}
