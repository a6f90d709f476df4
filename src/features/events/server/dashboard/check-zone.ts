import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Database } from '~/database/connect'
import { refuseFields } from './errors'

const NO_SUCH_ZONE = '22023'

/**
 * Refuses a time zone that the database does not know: its tz data may be older than that of Node.js. The database
 * counts the sales per day for many events in one statement, so one unknown zone would stop the emails of all. Call
 * outside of a transaction, because the error of PostgreSQL aborts it. @throws INVALID
 */
export async function checkZone(db: Database, zone: string, path: string): Promise<void> {
  try {
    await sql`select now() at time zone ${zone}`.execute(db)
  } catch (error) {
    if (error instanceof DatabaseError && error.code === NO_SUCH_ZONE)
      throw refuseFields([{ path, message: 'Choose a time zone from the list.' }])
    throw error
  }
}
