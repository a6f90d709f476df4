import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { oneLine } from '~/lib/single-line-text'
import type { BookingStatus } from '../rules/booking-policy'
import { addDays } from '../rules/days'

export interface FeedEvent {
  id: string
  number: string
  title: string
  location: string
  status: BookingStatus
  startsAt: Date
  endsAt: Date
  /** The number of steps: calendars accept a change only with a higher sequence number. */
  steps: number
  createdAt: Date
  changedAt: Date
  side: 'client' | 'dj'
  /** Null if the account was deleted. */
  otherName: string | null
}

export interface FeedHold {
  id: string
  day: string
  note: string
  createdAt: Date
}

const statuses: Record<BookingStatus, ICalEventStatus> = {
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

const REFRESH_SECONDS = 15 * 60

/**
 * Formats a member's events and holds as iCalendar (RFC 5545, RFC 7986). A pure function, so that unchanged data gives
 * the same bytes. Contains no amounts, because anyone with the address can read it.
 */
export function formatFeed(
  { events, holds }: { events: readonly FeedEvent[]; holds: readonly FeedHold[] },
  { name, publicUrl }: { name: string; publicUrl: string },
): string {
  const host = new URL(publicUrl).hostname
  const calendar = ical({
    // The library does not escape line breaks here.
    name: name.replaceAll(/\s+/gu, ' '),
    prodId: { company: 'Back to Back', product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  for (const event of events)
    calendar.createEvent({
      id: `booking-${event.id}@${host}`,
      sequence: event.steps,
      start: event.startsAt,
      end: event.endsAt,
      stamp: event.changedAt,
      created: event.createdAt,
      lastModified: event.changedAt,
      summary: oneLine(event.title),
      description: describe(event),
      location: oneLine(event.location),
      status: statuses[event.status],
      transparency:
        event.status === 'cancelled' ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      url: `${publicUrl}/dashboard/bookings/${event.id}`,
    })
  for (const hold of holds)
    calendar.createEvent({
      id: `hold-${hold.id}@${host}`,
      allDay: true,
      // All-day entries contain only the day; UTC makes it the same on every server.
      timezone: 'UTC',
      start: new Date(`${hold.day}T00:00:00Z`),
      end: new Date(`${addDays(hold.day, 1)}T00:00:00Z`),
      stamp: hold.createdAt,
      created: hold.createdAt,
      lastModified: hold.createdAt,
      summary: hold.note === '' ? 'On hold' : `On hold: ${oneLine(hold.note)}`,
      status: ICalEventStatus.TENTATIVE,
      transparency: ICalEventTransparency.OPAQUE,
      url: `${publicUrl}/dashboard/bookings`,
    })
  return calendar.toString()
}

const stateText: Record<BookingStatus, string> = {
  pending: 'Not agreed yet',
  confirmed: 'Agreed',
  completed: 'Played',
  cancelled: 'Cancelled',
}

function describe({ number, side, otherName, status }: FeedEvent): string {
  const other = otherName === null ? '' : side === 'dj' ? ` for ${otherName}` : ` with ${otherName}`
  return `${stateText[status]}${oneLine(other) === '' ? '' : ` ${oneLine(other)}`}. ${number}`
}
