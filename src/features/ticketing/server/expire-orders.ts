import { sql } from 'kysely'
import type { Database } from '~/database/connect'

// Small enough that the hot rows are locked for milliseconds, large enough for the ten thousand holds of an on-sale.
const PER_RUN = 500

/** Ends every order whose hold is over and gives its stock back; answers how many. Several processes may do this at once. */
export async function expireOrders(db: Database): Promise<number> {
  let total = 0
  for (;;) {
    const { rows } = await sql<{ count: number }>`select expire_orders(${PER_RUN}) as count`.execute(db)
    const count = rows[0]?.count ?? 0
    total += count
    if (count < PER_RUN) return total
  }
}
