import type { Selectable } from 'kysely'
import type { Database } from '~/database/connect'
import type { Events } from '~/database/schema'
import { isId } from '~/lib/ids'
import type { EventStatus } from '../rules/event-phase'
import type { Context } from './context'
import { type CalendarEvent, formatCalendar } from './calendar-file'
import { isPublic } from './list-filter'
import { refuse } from './refused-error'

type CalendarFile = { text: string; updatedAt: string }

const LISTED = 200
const MAX_ADDRESSES = 40_000
const columns = [
  'id',
  'title',
  'description',
  'event_date',
  'ends_at',
  'updated_at',
  'created_at',
  'event_status',
  'status_message',
  'is_date_open',
  'venue_name',
  'venue_address',
  'location',
] as const
type Row = Pick<Selectable<Events>, (typeof columns)[number]>

/** Returns the next 200 public events as a calendar to subscribe to. */
export async function getCalendar({ db, settings, config, now }: Context): Promise<CalendarFile> {
  const rows = await db
    .selectFrom('events as e')
    .select(columns)
    .where(isPublic)
    .where('event_date', '>=', now())
    .orderBy('event_date')
    .orderBy('id')
    .limit(LISTED)
    .execute()
  const { name } = await settings.read()
  return toCalendarFile(name, rows, config.publicUrl)
}

/** Returns a visible event as iCalendar, also a cancelled one, which calendars then strike out. */
export async function getEventCalendar(db: Database, publicUrl: string, id: string): Promise<CalendarFile> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const row = await db
    .selectFrom('events')
    .select(columns)
    .where('id', '=', id)
    .where('is_public', '=', true)
    .where('event_status', 'in', ['published', 'postponed', 'cancelled'])
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return toCalendarFile(row.title, [row], publicUrl)
}

function toCalendarFile(name: string, rows: Row[], publicUrl: string): CalendarFile {
  const newest = Math.max(0, ...rows.map((row) => row.updated_at.getTime()))
  return {
    text: formatCalendar(name, rows.map(toCalendarEvent), publicUrl),
    updatedAt: new Date(newest).toISOString(),
  }
}

function toCalendarEvent(row: Row): CalendarEvent {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    startsAt: row.event_date,
    endsAt: row.ends_at,
    updatedAt: row.updated_at,
    createdAt: row.created_at,
    status: row.event_status as EventStatus,
    statusMessage: row.status_message,
    isDateOpen: row.is_date_open,
    venueName: row.venue_name,
    venueAddress: row.venue_address,
    location: row.location,
  }
}

/** Lists public events for the sitemap, which may have 50,000 URLs, including those of other pages. */
export async function listAddresses(db: Database, now: Date): Promise<{ id: string; updatedAt: string }[]> {
  const rows = await db
    .selectFrom('events as e')
    .select(['id', 'updated_at'])
    .where(isPublic)
    .where('event_date', '>=', now)
    .orderBy('event_date')
    .orderBy('id')
    .limit(MAX_ADDRESSES)
    .execute()
  return rows.map((row) => ({ id: row.id, updatedAt: row.updated_at.toISOString() }))
}
