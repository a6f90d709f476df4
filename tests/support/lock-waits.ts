import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Transaction } from '~/database/connect'

/** Counts the statements in this database that wait for a lock. */
export async function countBlocked(db: Database): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

export async function untilBlocked(db: Database, count = 1): Promise<void> {
  await expect.poll(() => countBlocked(db), { interval: 10 }).toBeGreaterThanOrEqual(count)
}

/** Waits until `work` waits for a lock or finishes. */
export async function untilBlockedOrDone(db: Database, work: Promise<unknown>): Promise<void> {
  let isDone = false
  const end = () => void (isDone = true)
  work.then(end, end)
  await expect.poll(async () => isDone || (await countBlocked(db)) > 0, { interval: 10 }).toBe(true)
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
  const both = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', userId).forUpdate().execute()
    const changed = await change(trx)
    const acting = act()
    await untilBlockedOrDone(db, acting)
    return { changed, acting }
  })
  return { changed: both.changed, acted: await both.acting }
}

/** SQL that waits while `overlap` runs: put it between what a function reads and what it writes. */
export const MEETING = 'pg_advisory_xact_lock_shared(8128)'

/**
 * Runs `act` so that `count` of its statements wait at MEETING together, until `meanwhile` is done. Later statements
 * don't wait.
 */
export async function overlap<T>(
  db: Database,
  count: number,
  act: () => Promise<T>,
  meanwhile?: () => Promise<unknown>,
): Promise<T> {
  const acting = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(8128)`.execute(trx)
    const started = act()
    await untilBlocked(db, count)
    await meanwhile?.()
    return { started }
  })
  return acting.started
}
