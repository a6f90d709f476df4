import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Transaction } from '~/database/connect'

async function isBlocked(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

export async function untilBlocked(db: Database): Promise<void> {
  await expect.poll(() => isBlocked(db), { interval: 10 }).toBe(true)
}

/**
 * Runs `act` while another transaction has locked the account and made `change` without committing, until `act` waits
 * for it or finishes. Returns both results.
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
    await expect.poll(async () => isDone || (await isBlocked(db))).toBe(true)
    return { changed, acting }
  })
  return { changed: both.changed, acted: await both.acting }
}
