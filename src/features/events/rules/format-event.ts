import { formatClock, formatDay, formatShortDate, formatShortDay } from '~/lib/time'

/** `eventDate` is ISO 8601. */
type When = { eventDate: string; timezone: string; isDateOpen?: boolean }

const OPEN = 'To be announced'

/** 'Saturday 5 December 2026' in the event's zone. */
export const dayOf = (night: When): string =>
  night.isDateOpen ? OPEN : formatDay(night.eventDate, night.timezone)

/** 'Sat 5 Dec 2026' */
export const shortDayOf = (night: When): string => formatShortDate(night.eventDate, night.timezone)

/** '23:00' */
export const timeOf = (night: When): string => formatClock(night.eventDate, night.timezone)

/** 'Saturday 5 December 2026, 23:00', without a time if the date is open. */
export const whenOf = (night: When): string => (night.isDateOpen ? OPEN : `${dayOf(night)}, ${timeOf(night)}`)

/** 'Carriage Works, Leeds' */
export const placeOf = (night: { venueName: string; location: string }): string =>
  `${night.venueName}, ${night.location}`

/** The line along the top of a flyer: 'Sat 5 Dec', '23:00'. */
export const flyerMeta = (night: When): readonly [string, string] =>
  night.isDateOpen ? [OPEN, ''] : [formatShortDay(night.eventDate, night.timezone), timeOf(night)]
