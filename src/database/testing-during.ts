import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Transaction } from './connect'

/** Whether a statement waits for a lock. */
export async function isSomebodyWaiting(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

/**
 * Does `act` while somebody holds the account and has changed something there that is not written yet: until it waits for them, or is done
 * without. Answers what both did.
 */
export async function during<Changed, Acted>(
  db: Database,
  userId: string,
  { change, act }: { change: (trx: Transaction) => Promise<Changed>; act: () => Promise<Acted> },
): Promise<{ changed: Changed; acted: Acted }> {
  let isDone = false
  const both = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', userId).forUpdate().execute()
    const changed = await change(trx)
    const acting = act().finally(() => (isDone = true))
    await expect.poll(async () => isDone || (await isSomebodyWaiting(db))).toBe(true)
    return { changed, acting }
  })
  return { changed: both.changed, acted: await both.acting }
}
