import { sql } from 'kysely'
import type { UpcomingEvent } from '../contract-shapes'

export type UpcomingRow = {
  id: string
  title: string
  event_date: Date
  timezone: string
  venue_name: string
  location: string
  featured_image_url: string | null
}

/** Needs `e`, a row of events. */
export const upcomingColumns = sql`
  e.id, e.title, e.event_date, e.timezone, e.venue_name, e.location, e.featured_image_url`

export function toUpcoming(row: UpcomingRow): UpcomingEvent {
  return {
    id: row.id,
    title: row.title,
    startsAt: row.event_date.toISOString(),
    timezone: row.timezone,
    venueName: row.venue_name,
    location: row.location,
    imageUrl: row.featured_image_url,
  }
}
