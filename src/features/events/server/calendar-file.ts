import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { EventStatus } from '../rules/event-phase'

export type CalendarEvent = {
  id: string
  title: string
  description: string
  startsAt: Date
  endsAt: Date | null
  updatedAt: Date
  createdAt: Date
  status: EventStatus
  /** Why it was postponed or cancelled. */
  statusWords: string
  /** Its date is the old one. */
  isDateOpen: boolean
  venueName: string
  venueAddress: string
  location: string
}

const statuses: Record<EventStatus, ICalEventStatus> = {
  published: ICalEventStatus.CONFIRMED,
  postponed: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
}

/**
 * Events as iCalendar text (RFC 5545). A function of the events alone, so that the same list gives the same bytes:
 * DTSTAMP is the time of the last change, and the UID stays when the product moves to another address.
 */
export function calendarText(name: string, events: readonly CalendarEvent[], publicUrl: string): string {
  const calendar = ical({
    // The library escapes no line break in it.
    name: printable(name).replaceAll(/\s+/gu, ' '),
    prodId: { company: 'Back to Back', product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const event of events)
    calendar.createEvent({
      id: `event-${event.id}@back-to-back`,
      start: event.startsAt,
      ...(event.endsAt ? { end: event.endsAt } : {}),
      // Calendars take a change only with a higher number.
      sequence: Math.floor((event.updatedAt.getTime() - event.createdAt.getTime()) / 1000),
      stamp: event.updatedAt,
      created: event.createdAt,
      lastModified: event.updatedAt,
      summary: printable(event.title),
      description: printable(wordsOf(event)),
      location: printable(placeOf(event)),
      status: statuses[event.status],
      url: `${publicUrl}/events/${event.id}`,
    })
  return calendar.toString()
}

// A calendar shows a tentative event like any other: that its date is open has to be read.
function wordsOf({ status, statusWords, isDateOpen, description }: CalendarEvent): string {
  if (status === 'published') return description
  const open = isDateOpen ? 'Postponed. The new date is to be announced.' : ''
  return [open, statusWords, description].filter(Boolean).join('\n\n')
}

function placeOf(event: CalendarEvent): string {
  return [event.venueName, event.venueAddress || event.location].filter(Boolean).join(', ')
}

// RFC 5545 forbids control characters in text; calendars refuse the whole file for one of them.
function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
}
