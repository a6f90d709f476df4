import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { getOwnEvent, canAct, getEventEnd } from '~/features/events/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { attendeesOverview } from '../../contract-attendees'
import type { Context } from '../context'
import { refuse } from '../refused-error'

type Overview = z.input<typeof attendeesOverview>

/** Returns the counts of an event's attendee page, and what its reader can do there. */
export async function getOverview(
  context: Pick<Context, 'caller' | 'db' | 'now'>,
  { eventId }: { eventId: string },
): Promise<Overview> {
  const { db } = context
  const own = await getOwnEvent(db, requireCaller(context), { id: eventId, act: 'guests' })
  const [event, counts, guests, types] = await Promise.all([
    getEventFacts(db, own.id),
    countTickets(db, own.id),
    countGuests(db, own.id),
    listTypeCounts(db, own.id),
  ])
  if (!event || !counts || !guests) throw refuse('NOT_FOUND')
  return {
    event: { ...own, ...event },
    canRefund: canAct(own.relations, 'money'),
    // Must match the conditions of `give_tickets` in the database.
    canGiveTickets:
      own.status === 'postponed' || (own.status === 'published' && getEventEnd(own) > context.now()),
    counts,
    guests,
    types,
  }
}

async function getEventFacts(db: Database, eventId: string) {
  const { rows } = await sql<Pick<Overview['event'], 'isDateOpen' | 'venueName' | 'location'>>`
    select is_date_open as "isDateOpen", coalesce(venue_name, '') as "venueName", coalesce(location, '') as location
    from events where id = ${eventId}`.execute(db)
  return rows[0]
}

async function countTickets(db: Database, eventId: string) {
  const { rows } = await sql<Overview['counts']>`
    select count(*) as "all", count(*) filter (where checked_in_at is not null) as checked_in,
      count(*) filter (where status = 'valid' and checked_in_at is null) as not_checked_in,
      count(*) filter (where status <> 'valid') as refunded,
      (select count(*) from orders o join tickets g on g.order_id = o.id
        where o.event_id = ${eventId} and o.is_comp and g.status = 'valid') as comp
    from tickets where event_id = ${eventId}`.execute(db)
  return rows[0]
}

async function countGuests(db: Database, eventId: string) {
  const { rows } = await sql<Overview['guests']>`
    select count(*) as names, coalesce(sum(1 + plus_ones), 0) as people, coalesce(sum(arrived), 0) as arrived
    from guests where event_id = ${eventId}`.execute(db)
  return rows[0]
}

async function listTypeCounts(db: Database, eventId: string) {
  const { rows } = await sql<Overview['types'][number]>`
    select id, name, quantity_total - quantity_sold - quantity_held as free
    from ticket_types where event_id = ${eventId} order by sort_order, id`.execute(db)
  return rows
}
