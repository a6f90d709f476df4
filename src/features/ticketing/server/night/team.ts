import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'

/** Who reads the desk of an event: organizer, host, and whoever helps. */
export async function findTeam(db: Database | Transaction, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select organizer_id as id from events where id = ${eventId} and organizer_id is not null
    union select dj_id from events where id = ${eventId} and dj_id is not null
    union select person_id from event_people where event_id = ${eventId}`.execute(db)
  return rows.map(({ id }) => id)
}
