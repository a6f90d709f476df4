import { sql } from 'kysely'

/**
 * SQL for the column `event` of orders and tickets, in the shape `eventOfOrder`; needs the event `e` and
 * `eventJoins`.
 */
export const eventColumn = sql`
  json_build_object('id', e.id, 'title', e.title, 'eventType', e.event_type, 'eventStatus', e.event_status,
    'eventDate', e.event_date, 'doorsAt', e.doors_at, 'endsAt', e.ends_at, 'timezone', e.timezone,
    'venueName', e.venue_name, 'venueAddress', e.venue_address, 'location', e.location,
    'ageRestriction', e.age_restriction, 'featuredImageUrl', e.featured_image_url, 'hostName', host.display_name,
    'organizerName', organizer.full_name, 'currency', e.currency, 'statusMessage', e.status_message, 'movedFrom', e.moved_from,
    'isDateOpen', e.is_date_open, 'refundableUntil', e.refundable_until) as event`

export const eventJoins = sql`
  left join profiles host on host.id = e.dj_id left join profiles organizer on organizer.id = e.organizer_id`
