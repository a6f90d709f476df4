import { formatShort } from '~/lib/time'

/** Shown while the date is unknown. */
export const dateOpen = 'To be announced'

/**
 * Formats the start in the time zone of the event: `Sat 5 Dec, 23:00` and its parts. The parts are empty without a
 * date.
 */
export function formatStart(event: { startsAt: string; timezone: string; isDateOpen?: boolean }): {
  both: string
  day: string
  clock: string
} {
  if (event.isDateOpen) return { both: dateOpen, day: dateOpen, clock: '' }
  const both = formatShort(event.startsAt, event.timezone)
  const comma = both.indexOf(', ')
  return { both, day: both.slice(0, comma), clock: both.slice(comma + 2) }
}

/** Formats a place as `Carriage Works, Leeds`, or as the venue alone if its name includes the city. */
export function formatVenue(event: { venueName: string; location: string }): string {
  if (!event.location || event.venueName.endsWith(event.location)) return event.venueName
  // A draft may have only a city yet.
  if (!event.venueName) return event.location
  return `${event.venueName}, ${event.location}`
}
