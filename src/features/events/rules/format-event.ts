import { formatClock, formatDay, formatShortDate, formatShortDay } from '~/lib/time'

/** ISO 8601. */
type When = { eventDate: string; timezone: string; isDateOpen?: boolean }

const OPEN = 'To be announced'

/** 'Saturday 5 December 2026' in the event's time zone. */
export const dayOf = (event: When): string =>
  event.isDateOpen ? OPEN : formatDay(event.eventDate, event.timezone)

/** 'Sat 5 Dec 2026' */
export const shortDayOf = (event: When): string => formatShortDate(event.eventDate, event.timezone)

export const timeOf = (event: When): string => formatClock(event.eventDate, event.timezone)

/** 'Saturday 5 December 2026, 23:00', or 'To be announced'. */
export const whenOf = (event: When): string => (event.isDateOpen ? OPEN : `${dayOf(event)}, ${timeOf(event)}`)

export const placeOf = (event: { venueName: string; location: string }): string =>
  `${event.venueName}, ${event.location}`

/** The text along the top of a flyer: 'Sat 5 Dec', '23:00'. */
export const flyerMeta = (event: When): readonly [string, string] =>
  event.isDateOpen ? [OPEN, ''] : [formatShortDay(event.eventDate, event.timezone), timeOf(event)]
