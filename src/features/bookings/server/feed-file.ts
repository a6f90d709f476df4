import { sql, type RawBuilder } from 'kysely'
import { isId } from '~/lib/ids'
import type { Database } from '~/database/connect'
import type { Context } from './context'
import { getOwnCalendar } from './dj-calendar'
import { readFeedToken } from './feed-token'
import { refuse } from './refused-error'
import ical from 'ical-generator'
import { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { cleanSingleLineText } from '~/lib/single-line-text'
import type { BookingStatus } from '../rules/booking-policy'
import { addDays } from '../rules/days'

interface FeedEvent {
  id: string
  number: string
  title: string
  location: string
  status: BookingStatus
  startsAt: Date
  endsAt: Date
  /**
   * The number of steps of the booking, used as its iCalendar sequence number: calendar apps accept a change only
   * with a higher one.
   */
  steps: number
  createdAt: Date
  changedAt: Date
  side: 'client' | 'dj'
  /** The name of the booking's other side; null if that account was deleted. */
  otherName: string | null
}

interface FeedHold {
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

const stateText: Record<BookingStatus, string> = {
  pending: 'Not agreed yet',
  confirmed: 'Agreed',
  completed: 'Played',
  cancelled: 'Canceled',
}

const MOST = 1000
type EventRow = Omit<FeedEvent, 'side'> & { is_dj: boolean }

/** The number of days for which a cancelled event is in the feed, long enough for every calendar to fetch it. */
const CANCELLED_DAYS = 90
const PAST_DAYS = 365
/** The iCalendar text, and when its content last changed (ISO). */
interface CalendarFile {
  text: string
  changedAt: string
}

/**
 * Returns the calendar at a feed address.
 *
 * @throws NOT_FOUND for an address that never existed, was revoked or replaced, or whose owner is suspended: the caller
 *   cannot tell these cases apart
 */
export async function getFeedFile(
  { config, db, now, secret, settings }: Pick<Context, 'config' | 'db' | 'now' | 'secret' | 'settings'>,
  token: string,
): Promise<CalendarFile> {
  const name = readFeedToken(token, secret)
  if (!name) throw refuse('NOT_FOUND')
  const { rows } = await sql<{ user_id: string }>`
    select user_id from calendar_feeds
    where user_id = ${name.userId}::uuid and version = ${name.version} and revoked_at is null
      and not is_suspended(user_id)`.execute(db)
  if (!rows[0]) throw refuse('NOT_FOUND')
  const at = now()
  const { today } = await getOwnCalendar(db, name.userId, at)
  const [events, holds] = await Promise.all([
    listFeedEvents(
      db,
      name.userId,
      sql<boolean>`event_date > ${at}::timestamptz - ${PAST_DAYS} * interval '1 day'
        and (status <> 'cancelled' or updated_at > ${at}::timestamptz - ${CANCELLED_DAYS} * interval '1 day')`,
    ),
    sql<FeedHold>`
      select id, day, note, created_at as "createdAt" from calendar_holds
      where dj_id = ${name.userId}::uuid and day >= ${today}::date and (until is null or until >= ${today}::date)
      order by day`.execute(db),
  ])
  const site = await settings.read()
  return toCalendarFile({ events, holds: holds.rows }, { name: site.name, publicUrl: config.publicUrl })
}

/** Returns the event of a booking as iCalendar for its two sides. */
export async function getBookingFile(
  { config, db, settings }: Pick<Context, 'config' | 'db' | 'settings'>,
  id: string,
  userId: string,
): Promise<CalendarFile> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const events = await listFeedEvents(db, userId, sql<boolean>`id = ${id}::uuid`)
  if (events.length === 0) throw refuse('NOT_FOUND')
  const { name } = await settings.read()
  return toCalendarFile({ events, holds: [] }, { name, publicUrl: config.publicUrl })
}

function toCalendarFile(
  { events, holds }: { events: readonly FeedEvent[]; holds: readonly FeedHold[] },
  site: { name: string; publicUrl: string },
): CalendarFile {
  const moments = [...events.map(({ changedAt }) => changedAt), ...holds.map(({ createdAt }) => createdAt)]
  return {
    text: formatFeed({ events, holds }, site),
    changedAt: new Date(Math.max(0, ...moments.map((moment) => moment.getTime()))).toISOString(),
  }
}

/**
 * Lists a person's bookings for their calendar, by date. `only` is a condition on `bookings`, with unprefixed column
 * names.
 */
async function listFeedEvents(db: Database, userId: string, only: RawBuilder<boolean>): Promise<FeedEvent[]> {
  const { rows } = await sql<EventRow>`
    select b.id, b.booking_number as number, coalesce(e.title, b.event_type) as title, b.location, b.status,
      b.event_date as "startsAt", b.ends_at as "endsAt", b.steps, b.created_at as "createdAt", b.updated_at as "changedAt",
      b.dj_id is not distinct from ${userId}::uuid as is_dj, o.display_name as "otherName"
    from (
      select * from bookings where (client_id = ${userId}::uuid or dj_id = ${userId}::uuid) and ${only}
      order by event_date desc, id desc limit ${sql.lit(MOST)}
    ) b
    left join events e on e.id = b.event_id
    left join profiles o on o.id = case when b.dj_id = ${userId}::uuid then b.client_id else b.dj_id end
    order by b.event_date, b.id`.execute(db)
  return rows.map(({ is_dj, ...event }) => ({ ...event, side: is_dj ? 'dj' : 'client' }))
}

/**
 * Formats a member's events and holds as iCalendar (RFC 5545, RFC 7986). Unchanged data always gives the same bytes.
 * Contains no amounts, because anyone with the address can read it.
 */
function formatFeed(
  { events, holds }: { events: readonly FeedEvent[]; holds: readonly FeedHold[] },
  { name, publicUrl }: { name: string; publicUrl: string },
): string {
  const host = new URL(publicUrl).hostname
  const calendar = ical({
    // Replace line breaks, because the iCalendar library doesn't escape them in the name.
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
      summary: cleanSingleLineText(event.title),
      description: describeFeedEvent(event),
      location: cleanSingleLineText(event.location),
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
      summary: hold.note === '' ? 'On hold' : `On hold: ${cleanSingleLineText(hold.note)}`,
      status: ICalEventStatus.TENTATIVE,
      transparency: ICalEventTransparency.OPAQUE,
      url: `${publicUrl}/dashboard/bookings`,
    })
  return calendar.toString()
}

function describeFeedEvent({ number, side, otherName, status }: FeedEvent): string {
  const other = otherName === null ? '' : side === 'dj' ? ` for ${otherName}` : ` with ${otherName}`
  return `${stateText[status]}${cleanSingleLineText(other) === '' ? '' : ` ${cleanSingleLineText(other)}`}. ${number}`
}
