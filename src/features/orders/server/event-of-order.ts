import { sql } from 'kysely'
import type { EventOfOrder } from '../contract'

export interface EventRow {
  event_id: string
  title: string
  event_type: string
  event_status: string
  event_date: Date
  doors_at: Date | null
  ends_at: Date | null
  timezone: string
  venue_name: string
  venue_address: string
  location: string
  age_restriction: number | null
  featured_image_url: string | null
  host_name: string | null
  organizer_name: string | null
  status_message: string
  moved_from: Date | null
  is_date_open: boolean
  refundable_until: Date | null
}

/** The columns of the event `e` that orders and tickets show; use with `eventJoins`. */
export const eventColumns = sql`
  e.id as event_id, e.title, e.event_type, e.event_status, e.event_date, e.doors_at, e.ends_at, e.timezone, e.venue_name,
  e.venue_address, e.location, e.age_restriction, e.featured_image_url,
  e.status_message, e.moved_from, e.is_date_open, e.refundable_until,
  host.display_name as host_name, organizer.full_name as organizer_name`

export const eventJoins = sql`
  left join profiles host on host.id = e.dj_id left join profiles organizer on organizer.id = e.organizer_id`

export function toEventOfOrder(row: EventRow): EventOfOrder {
  return {
    id: row.event_id,
    title: row.title,
    eventType: row.event_type,
    eventStatus: row.event_status,
    eventDate: row.event_date.toISOString(),
    doorsAt: row.doors_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    timezone: row.timezone,
    venueName: row.venue_name,
    venueAddress: row.venue_address,
    location: row.location,
    ageRestriction: row.age_restriction,
    featuredImageUrl: row.featured_image_url,
    hostName: row.host_name,
    organizerName: row.organizer_name,
    statusMessage: row.status_message,
    movedFrom: row.moved_from?.toISOString() ?? null,
    isDateOpen: row.is_date_open,
    refundableUntil: row.refundable_until?.toISOString() ?? null,
  }
}
