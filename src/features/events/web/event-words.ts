import { formatShort } from '~/lib/time'

/** In place of a date that nobody knows yet. */
export const dateOpen = 'To be announced'

/** `Sat 5 Dec, 23:00` with its two halves, formatted once. In the zone of the event. Of a date that is open there are no halves. */
export function startWords(event: { startsAt: string; timezone: string; isDateOpen?: boolean }): {
  both: string
  day: string
  clock: string
} {
  if (event.isDateOpen) return { both: dateOpen, day: dateOpen, clock: '' }
  const both = formatShort(event.startsAt, event.timezone)
  const comma = both.indexOf(', ')
  return { both, day: both.slice(0, comma), clock: both.slice(comma + 2) }
}

/** `Carriage Works, Leeds`; a venue that already names its city stands alone. */
export function venueWords(event: { venueName: string; location: string }): string {
  if (!event.location || event.venueName.endsWith(event.location)) return event.venueName
  return `${event.venueName}, ${event.location}`
}
