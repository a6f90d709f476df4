import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { Context } from '../context'

/** Everybody who stands to an event in some way. */
export async function findPeopleOf(db: Database | Transaction, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(array[organizer_id, dj_id]) as id from events where id = ${eventId}::uuid
    union select person_id from event_people where event_id = ${eventId}::uuid`.execute(db)
  return rows.flatMap(({ id }) => id ?? [])
}

/** Who may have its lists open: the organizer and the managers. */
export async function findManagersOf(db: Database, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select organizer_id as id from events where id = ${eventId}::uuid and organizer_id is not null
    union select person_id from event_people where event_id = ${eventId}::uuid and relation = 'manager'`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** After a commit: open browsers of the event's people, and of `others`, read what they show of events again. */
export async function tellPeople(
  { db, live }: Pick<Context, 'db' | 'live'>,
  eventId: string,
  others: readonly (string | null)[] = [],
): Promise<void> {
  live.publish([...(await findPeopleOf(db, eventId)), ...others], ['events'])
}
