import { formatClock, formatDay, formatShortDate, formatShortDay } from '~/lib/time'

/** ISO 8601. */
type DatedEvent = { eventDate: string; timezone: string; isDateOpen?: boolean }

const OPEN = 'To be announced'

/** 'Saturday 5 December 2026' in the event's time zone. */
export const formatEventDay = (event: DatedEvent): string =>
  event.isDateOpen ? OPEN : formatDay(event.eventDate, event.timezone)

/** 'Sat 5 Dec 2026' */
export const formatShortEventDay = (event: DatedEvent): string =>
  formatShortDate(event.eventDate, event.timezone)

export const formatEventTime = (event: DatedEvent): string => formatClock(event.eventDate, event.timezone)

/** 'Saturday 5 December 2026, 23:00', or 'To be announced'. */
export const formatEventDateTime = (event: DatedEvent): string =>
  event.isDateOpen ? OPEN : `${formatEventDay(event)}, ${formatEventTime(event)}`

export const formatEventPlace = (event: { venueName: string; location: string }): string =>
  `${event.venueName}, ${event.location}`

/** The text along the top of a flyer: 'Sat 5 Dec', '23:00'. */
export const formatFlyerMeta = (event: DatedEvent): readonly [string, string] =>
  event.isDateOpen ? [OPEN, ''] : [formatShortDay(event.eventDate, event.timezone), formatEventTime(event)]
