import { formatClock, formatDay, formatShortDate, formatShortDay } from '~/lib/time'

/** `eventDate` is ISO 8601. */
type When = { eventDate: string; timezone: string; isDateOpen?: boolean }

const OPEN = 'To be announced'

/** 'Saturday 5 December 2026' in the event's zone. */
export const dayOf = (event: When): string =>
  event.isDateOpen ? OPEN : formatDay(event.eventDate, event.timezone)

/** 'Sat 5 Dec 2026' */
export const shortDayOf = (event: When): string => formatShortDate(event.eventDate, event.timezone)

/** '23:00' */
export const timeOf = (event: When): string => formatClock(event.eventDate, event.timezone)

/** 'Saturday 5 December 2026, 23:00', without a time if the date is open. */
export const whenOf = (event: When): string => (event.isDateOpen ? OPEN : `${dayOf(event)}, ${timeOf(event)}`)

/** 'Carriage Works, Leeds' */
export const placeOf = (event: { venueName: string; location: string }): string =>
  `${event.venueName}, ${event.location}`

/** The line along the top of a flyer: 'Sat 5 Dec', '23:00'. */
export const flyerMeta = (event: When): readonly [string, string] =>
  event.isDateOpen ? [OPEN, ''] : [formatShortDay(event.eventDate, event.timezone), timeOf(event)]
