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
      description: printable(event.description),
      location: printable(placeOf(event)),
      status: statuses[event.status],
      url: `${publicUrl}/events/${event.id}`,
    })
  return calendar.toString()
}

function placeOf(event: CalendarEvent): string {
  return [event.venueName, event.venueAddress || event.location].filter(Boolean).join(', ')
}

// RFC 5545 forbids control characters in text; calendars refuse the whole file for one of them.
function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
}
