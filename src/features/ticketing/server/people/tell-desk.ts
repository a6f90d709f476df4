import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Live } from '~/platform/live/live'

/** Organizer and managers: whoever may have the lists open reads them again. */
export async function tellDesk(db: Database, live: Pick<Live, 'publish'>, eventId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select organizer_id as id from events where id = ${eventId} and organizer_id is not null
    union select person_id from event_people where event_id = ${eventId} and relation = 'manager'`.execute(db)
  live.publish(
    rows.map(({ id }) => id),
    ['ticketing'],
  )
}
