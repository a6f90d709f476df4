import type { Database, Transaction } from './connect'
import { isDeadlock } from './postgres-errors'

const MAX_ATTEMPTS = 4

/**
 * Runs `work` in a transaction, up to four times if PostgreSQL ends it because of a deadlock. For work that locks too
 * many kinds of rows to follow one lock order everywhere.
 * @throws the error of the last attempt
 */
export async function runTransactionWithRetries<T>(
  db: Database,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error
    }
}
