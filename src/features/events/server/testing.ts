import type { Insertable } from 'kysely'
import type { Database } from '~/database/connect'
import type { Events, TicketTypes } from '~/database/schema'
import { newId } from '~/lib/ids'

/** Inserts an event, by default a public one in Leeds a week after `now`. Returns its id. */
export async function insertEvent(
  db: Database,
  values: Partial<Insertable<Events>> = {},
  ticketTypes: Partial<Insertable<TicketTypes>>[] = [],
): Promise<string> {
  const id = newId()
  await db
    .insertInto('events')
    .values({
      id,
      title: 'Dust & Diamonds',
      event_type: 'club_night',
      event_date: new Date('2026-12-05T23:00:00Z'),
      timezone: 'Europe/London',
      event_status: 'published',
      location: 'Leeds',
      venue_name: 'Carriage Works',
      ...values,
    })
    .execute()
  for (const type of ticketTypes)
    await db
      .insertInto('ticket_types')
      .values({
        event_id: id,
        name: 'General Admission',
        price_cents: 1600,
        quantity_total: 100,
        ...type,
      })
      .execute()
  return id
}

export async function insertProfile(
  db: Database,
  values: { full_name: string; dj_name?: string; bio?: string; is_verified?: boolean },
): Promise<string> {
  const id = newId()
  const email = `${id}@example.com`
  await db.insertInto('accounts').values({ id, email }).execute()
  await db
    .insertInto('profiles')
    .values({ id, email, ...values })
    .execute()
  await db.insertInto('user_member_types').values({ user_id: id, member_type: 'dj' }).execute()
  return id
}
