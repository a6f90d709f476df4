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
  /** The reason why the event was postponed or cancelled. */
  statusMessage: string
  /** Whether the event is postponed without a new date, so that its date is still the old one. */
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
 * Formats events as iCalendar (RFC 5545). A pure function, so that unchanged events give the same bytes: DTSTAMP is the
 * time of the last change, and the UID does not depend on the address of the site.
 */
export function formatCalendar(name: string, events: readonly CalendarEvent[], publicUrl: string): string {
  const calendar = ical({
    // The library does not escape line breaks in the name.
    name: toPrintable(name).replaceAll(/\s+/gu, ' '),
    prodId: { company: 'Back to Back', product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const event of events)
    calendar.createEvent({
      id: `event-${event.id}@back-to-back`,
      start: event.startsAt,
      ...(event.endsAt ? { end: event.endsAt } : {}),
      // Calendars accept a change only with a higher sequence number.
      sequence: Math.floor((event.updatedAt.getTime() - event.createdAt.getTime()) / 1000),
      stamp: event.updatedAt,
      created: event.createdAt,
      lastModified: event.updatedAt,
      summary: toPrintable(event.title),
      description: toPrintable(toDescription(event)),
      location: toPrintable(formatPlace(event)),
      status: statuses[event.status],
      url: `${publicUrl}/events/${event.id}`,
    })
  return calendar.toString()
}

// Calendars show a tentative event like any other, so the description says that the date is open.
function toDescription({ status, statusMessage, isDateOpen, description }: CalendarEvent): string {
  if (status === 'published') return description
  const open = isDateOpen ? 'Postponed. The new date is to be announced.' : ''
  return [open, statusMessage, description].filter(Boolean).join('\n\n')
}

function formatPlace(event: CalendarEvent): string {
  return [event.venueName, event.venueAddress || event.location].filter(Boolean).join(', ')
}

// RFC 5545 forbids control characters in text; calendars reject the full file for one of them.
function toPrintable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
}
