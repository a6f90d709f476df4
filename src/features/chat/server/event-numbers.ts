import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'

/** Numbers from the global order of chat events. */
export interface EventNumbers {
  /**
   * The number before `first`. A client that has all events up to it and then receives these events has missed
   * nothing.
   */
  previous: number
  first: number
  last: number
}

/**
 * Takes `count` event numbers and locks the row of `chat_clock` until the commit. Call it before anything else is
 * read or locked in the transaction: every chat write locks that row first, so later checks stay valid until the
 * commit and transactions cannot deadlock. Unused numbers stay unused.
 */
export async function takeEventNumbers(trx: Transaction, count = 1): Promise<EventNumbers> {
  const { seq } = await trx
    .updateTable('chat_clock')
    .set({ seq: sql<number>`seq + ${count}` })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return { previous: seq - count, first: seq - count + 1, last: seq }
}

/**
 * Runs `work` in one transaction that locks `chat_clock`. If `work` reports that nothing was written, the transaction
 * is rolled back, including the numbers it took.
 */
export async function runWithEventNumbers<Work extends { isWritten: boolean }>(
  db: Database,
  count: number,
  work: (trx: Transaction, numbers: EventNumbers) => Promise<Work>,
): Promise<Work> {
  const trx = await db.startTransaction().execute()
  try {
    const worked = await work(trx, await takeEventNumbers(trx, count))
    await (worked.isWritten ? trx.commit() : trx.rollback()).execute()
    return worked
  } catch (error) {
    // Keep the original error, even if the connection is lost and the rollback fails too.
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => undefined)
    throw error
  }
}

/** Returns the event number up to which all chat events are committed. */
export async function readLastEventNumber(db: Pick<Transaction, 'selectFrom'>): Promise<number> {
  const { seq } = await db.selectFrom('chat_clock').select('seq').executeTakeFirstOrThrow()
  return seq
}
