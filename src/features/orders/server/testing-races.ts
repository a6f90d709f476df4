import { connect, type Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createShop, type Shop } from '~tests/support/shop'

/** Runs a test with two shops, as two processes on a database of their own. */
export async function withTwo<T>(run: (db: Database, shops: [Shop, Shop]) => Promise<T>): Promise<T> {
  const { db, url, drop } = await createTestDatabase()
  const other = connect({ url, poolSize: 8, name: 'the other process' })
  try {
    return await run(db, [createShop(db), createShop(other)])
  } finally {
    await other.destroy()
    await drop()
  }
}

/** Counts outcomes; rejected promises count as `threw`. */
export async function countOutcomes<T extends { outcome: string }>(
  promises: readonly Promise<T>[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(promises)) {
    const outcome = result.status === 'fulfilled' ? result.value.outcome : 'threw'
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
