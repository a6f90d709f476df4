import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

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

/** Up to where everything is committed. */
export async function readClock(db: Pick<Transaction, 'selectFrom'>): Promise<number> {
  const { seq } = await db.selectFrom('chat_clock').select('seq').executeTakeFirstOrThrow()
  return seq
}
