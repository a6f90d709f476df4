import type { BadgeTone } from '~/design/badge'
import { formatShortDate, formatShortDay } from '~/lib/time'
import type { BookingPerson, BookingStatus, CalendarEntry, Terms } from '../../contract-shapes'
import { getEventDay } from '../../rules/set-times'

export const statusTones: Record<BookingStatus, BadgeTone> = {
  pending: 'orange',
  confirmed: 'green',
  completed: 'blue',
  cancelled: 'red',
}

/** Formats the day to which a set belongs: `Fri 11 Dec 2026`. A set at 01:00 on the 12th belongs to the 11th. */
export function formatEventDate({ startsAt, timezone }: Pick<Terms, 'startsAt' | 'timezone'>): string {
  return formatCalendarDate(getEventDay(startsAt, timezone))
}

export function formatEventDay({ startsAt, timezone }: Pick<Terms, 'startsAt' | 'timezone'>): string {
  return formatCalendarDay(getEventDay(startsAt, timezone))
}

export function formatCalendarDate(day: string): string {
  return formatShortDate(`${day}T12:00:00Z`, 'UTC')
}

export function formatCalendarDay(day: string): string {
  return formatShortDay(`${day}T12:00:00Z`, 'UTC')
}

export function getTown(location: string): string {
  return location.split(',').at(-1)?.trim() ?? location
}

/** Returns the name of a person in a booking; null means that the account was deleted. */
export function getPersonName(person: BookingPerson | null): string {
  return person?.name ?? 'A deleted account'
}

export const getBookingPath = (id: string) => `/dashboard/bookings/${id}`

/** Returns the path of the page about a calendar entry's booking or event; undefined for a hold. */
export function findEntryPath({ bookingId, eventId }: CalendarEntry): string | undefined {
  if (bookingId !== null) return getBookingPath(bookingId)
  return eventId === null ? undefined : `/events/${eventId}`
}
