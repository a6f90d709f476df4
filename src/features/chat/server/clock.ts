import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'

/** Numbers of the one order of everything that happens in chat. */
export interface Tick {
  /** The last number before these: whoever has heard up to it and hears these has missed nothing. */
  previous: number
  /** The first of the numbers taken. */
  first: number
  last: number
}

/**
 * Takes `count` numbers and holds the clock until the commit. Call it before anything else is read or locked in the
 * transaction: whatever is checked after it cannot change before the commit, since everything that writes in chat takes
 * the clock first; and two transactions can never wait for one another. Numbers that are not used stay unused.
 */
export async function takeTick(trx: Transaction, count = 1): Promise<Tick> {
  const { seq } = await trx
    .updateTable('chat_clock')
    .set({ seq: sql<number>`seq + ${count}` })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return { previous: seq - count, first: seq - count + 1, last: seq }
}

/**
 * Runs `work` in one transaction that holds the clock. When it answers that it wrote nothing, all is rolled back and the clock
 * stands where it stood.
 */
export async function underClock<Work extends { isWritten: boolean }>(
  db: Database,
  count: number,
  work: (trx: Transaction, tick: Tick) => Promise<Work>,
): Promise<Work> {
  const trx = await db.startTransaction().execute()
  try {
    const worked = await work(trx, await takeTick(trx, count))
    await (worked.isWritten ? trx.commit() : trx.rollback()).execute()
    return worked
  } catch (error) {
    // What went wrong first is what is told, also when the connection is gone and cannot even roll back.
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => undefined)
    throw error
  }
}

/** Up to where everything is committed. */
export async function readClock(db: Pick<Transaction, 'selectFrom'>): Promise<number> {
  const { seq } = await db.selectFrom('chat_clock').select('seq').executeTakeFirstOrThrow()
  return seq
}
