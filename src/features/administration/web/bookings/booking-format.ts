import type { BadgeTone } from '~/design/badge'
import { formatClock, formatShortDate } from '~/lib/time'
import type { BookingPerson, BookingStatus } from '../../contract-bookings'

export const statusTones: Record<BookingStatus, BadgeTone> = {
  pending: 'orange',
  confirmed: 'green',
  completed: 'blue',
  cancelled: 'red',
}

export const allBookingsPath = '/admin/bookings'
export const toBookingPath = (id: string) => `${allBookingsPath}/${id}`

export function formatPersonName(person: BookingPerson | null): string {
  return person?.name ?? 'Deleted account'
}

const HALF_A_DAY = 12 * 3_600_000

/** Returns `Fri 11 Dec 2026`, as both sides see it: events that start before 6 am count for the previous day. */
export function formatEventDate(startsAt: string, timezone: string): string {
  const isEarly = formatClock(startsAt, timezone) < '06:00'
  return formatShortDate(new Date(Date.parse(startsAt) - (isEarly ? HALF_A_DAY : 0)), timezone)
}

/** Returns `16 Nov`, with the year if it is not this year. */
export function formatDate(moment: string, thisYear: string): string {
  const date = formatShortDate(moment, 'UTC').slice(4)
  return date.endsWith(` ${thisYear}`) ? date.slice(0, -5) : date
}
