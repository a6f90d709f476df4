import { sql } from 'kysely'
import type { Database } from '~/database/connect'

// Small enough that the hot rows are locked for milliseconds, large enough for the ten thousand holds of an on-sale.
const PER_RUN = 500

/** Erases the network of free orders whose event is over or whose account has verified its email: no limit counts them any longer. */
export async function eraseNetworks(db: Database, now: Date): Promise<void> {
  await sql`
    update orders o set network = null from events e
    where e.id = o.event_id and o.status = 'confirmed' and o.network is not null
      and (coalesce(e.ends_at, e.event_date) <= ${now}::timestamptz
        or not exists (select from accounts a where a.id = o.customer_id and a.email_verified_at is null))`.execute(
    db,
  )
}

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
