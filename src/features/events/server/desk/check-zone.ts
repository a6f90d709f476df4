import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Database } from '~/database/connect'
import { invalid } from './refusal'

const NO_SUCH_ZONE = '22023'

/**
 * Refuses a zone that the database does not know: its tables may be older than those of this runtime. Days of sales are counted there for
 * many events at once, so one event with such a zone would stop the emails of every other. Outside of a transaction, because what
 * PostgreSQL refuses ends it. @throws INVALID
 */
export async function checkZone(db: Database, zone: string, path: string): Promise<void> {
  try {
    await sql`select now() at time zone ${zone}`.execute(db)
  } catch (error) {
    if (error instanceof DatabaseError && error.code === NO_SUCH_ZONE)
      throw invalid([{ path, message: 'Choose a time zone from the list.' }])
    throw error
  }
}
