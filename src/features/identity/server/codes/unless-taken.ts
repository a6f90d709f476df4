import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isUniqueViolation } from '~/database/violation'

/**
 * Runs a change that another account may be making at the same moment: of the two the unique index lets one through. 'taken' where
 * it was the other one; nothing of the change is done then, and the transaction goes on.
 */
export async function unlessTaken<T>(trx: Transaction, change: () => Promise<T>): Promise<T | 'taken'> {
  await sql`savepoint maybe_taken`.execute(trx)
  try {
    const done = await change()
    await sql`release savepoint maybe_taken`.execute(trx)
    return done
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await sql`rollback to savepoint maybe_taken`.execute(trx)
    return 'taken'
  }
}
