import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { getPersonId } from '~demo/people'
import { formatTicketCode } from '~/features/tickets/rules/ticket-code'
import { newId } from '~/lib/ids'

/** Creates an event at which Temi checks people in and for which Juno has a ticket. */
export async function insertCheckInEvent(db: Database): Promise<{ eventId: string; code: string }> {
  const eventId = newId()
  await sql`insert into events (id, title, event_type, event_date, event_status, location, venue_name)
    values (${eventId}, 'A Night With a Door', 'club_night', now(), 'published', 'Leeds', 'Carriage Works')`.execute(
    db,
  )
  await sql`insert into event_people (event_id, person_id, relation) values (${eventId}, ${getPersonId('temi')}, 'check_in')`.execute(
    db,
  )
  const { rows } = await sql<{ secret: string }>`
    with made as (
      insert into ticket_types (event_id, name, price_cents, quantity_total, quantity_sold) values (${eventId}, 'Door', 0, 1, 1) returning id
    ), bought as (
      insert into orders (order_number, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points,
        fee_cents, expires_at, confirmed_at)
      values ('DOOR-1', ${getPersonId('juno')}, ${eventId}, gen_random_uuid(), 'confirmed', 'Juno', 'juno@nowhere.example', 0, 0, 0, now(), now())
      returning id
    )
    insert into tickets (order_id, event_id, ticket_type_id, customer_id)
    select bought.id, ${eventId}, made.id, ${getPersonId('juno')} from made, bought returning secret`.execute(
    db,
  )
  return { eventId, code: formatTicketCode(rows[0]?.secret ?? '') }
}
