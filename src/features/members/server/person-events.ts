import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { z } from 'zod'
import type { upcomingEvent } from '../contract-shapes'

export type EventRow = z.input<typeof upcomingEvent>

export const upcomingColumns = sql`
  e.id, e.title, e.event_date as "startsAt", e.timezone, e.venue_name as "venueName", e.location,
  e.featured_image_url as "imageUrl"`

const MAX_UPCOMING = 6

/** Lists the next or the latest six public events that a person hosts, plays or, with `isOrganizer`, organizes. */
export async function listPersonEvents(
  db: Database,
  personId: string,
  options: { period: 'upcoming' | 'past'; now: Date; isOrganizer?: boolean },
): Promise<EventRow[]> {
  const isAhead = options.period === 'upcoming'
  const time = isAhead
    ? sql`event_date >= ${options.now}::timestamptz`
    : sql`event_date < ${options.now}::timestamptz`
  const order = isAhead ? sql`event_date, id` : sql`event_date desc, id desc`
  const isOpen = sql`is_public and event_status = 'published'`
  const page = sql`order by ${order} limit ${sql.lit(MAX_UPCOMING)}`
  // Reads at most one page of events per column, by the index of the column. All line-up slots of the DJ are read,
  // because a DJ has few.
  const selectIds = (column: RawBuilder<unknown>, more = sql``) =>
    sql`(select id from events where ${column} = ${personId}::uuid ${more} and ${isOpen} and ${time} ${page})`
  const parts = [
    selectIds(sql`dj_id`, sql`and not is_set_cancelled(id, dj_id)`),
    ...(options.isOrganizer === true ? [selectIds(sql`organizer_id`)] : []),
    sql`(select id from events where id in (select s.event_id from line_up_slots s where s.dj_id = ${personId}::uuid
      and not is_set_cancelled(s.event_id, s.dj_id))
      and ${isOpen} and ${time} ${page})`,
  ]
  const { rows } = await sql<EventRow>`
    select ${upcomingColumns} from (${sql.join(parts, sql` union `)}) found join events e on e.id = found.id
    order by ${isAhead ? sql`e.local_day, e.event_date, e.id` : sql`e.local_day desc, e.event_date desc, e.id desc`} limit ${sql.lit(MAX_UPCOMING)}`.execute(
    db,
  )
  return rows
}
