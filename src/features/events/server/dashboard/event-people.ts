import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { Context } from '../context'

/** Lists everyone with a relation to an event. */
export async function listEventPeople(db: Database | Transaction, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(array[organizer_id, dj_id]) as id from events where id = ${eventId}::uuid
    union select person_id from event_people where event_id = ${eventId}::uuid`.execute(db)
  return rows.flatMap(({ id }) => id ?? [])
}

/** Lists the people who may see attendees and guests: the organizer and the managers. */
export async function listEventManagers(db: Database, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select organizer_id as id from events where id = ${eventId}::uuid and organizer_id is not null
    union select person_id from event_people where event_id = ${eventId}::uuid and relation = 'manager'`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Makes open browsers of the team, and of `others`, refetch. Call after the commit. */
export async function refreshTeam(
  { db, live }: Pick<Context, 'db' | 'live'>,
  eventId: string,
  others: readonly (string | null)[] = [],
): Promise<void> {
  live.publish([...(await listEventPeople(db, eventId)), ...others], ['events'])
}
