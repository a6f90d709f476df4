import { sql } from 'kysely'
import type { Database } from '~/database/connect'

// Orders per batch: few enough to lock the busiest rows only for milliseconds, yet a rush of ten thousand holds ends
// in 20 batches.
const PER_RUN = 500

/**
 * Erases the buyer's address range from free orders once no limit counts them: the event is over, or the account has
 * verified its email.
 */
export async function eraseOrderNetworks(db: Database, now: Date): Promise<void> {
  await sql`
    update orders o set network = null from events e
    where e.id = o.event_id and o.status = 'confirmed' and o.network is not null
      and (coalesce(e.ends_at, e.event_date) <= ${now}::timestamptz
        or not exists (select from accounts a where a.id = o.customer_id and a.email_verified_at is null))`.execute(
    db,
  )
}

/**
 * Expires all orders whose hold is over and releases their stock; returns how many. Safe in several processes at the
 * same time.
 */
export async function expireOrders(db: Database): Promise<number> {
  let total = 0
  for (;;) {
    const { rows } = await sql<{ count: number }>`select expire_orders(${PER_RUN}) as count`.execute(db)
    const count = rows[0]?.count ?? 0
    total += count
    if (count < PER_RUN) return total
  }
}
