import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'

/**
 * Takes tickets that were offered to somebody who waited, where nothing is to pay. `to_pay`: the offer has a price and is confirmed by its
 * payment like any order. Otherwise the order's status: `confirmed` when it worked, or already had; undefined when it is not theirs.
 */
export async function takeOffer(
  db: Database | Transaction,
  { orderId, customerId }: { orderId: string; customerId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ status: string | null }>`
    select take_offer(${orderId}, ${customerId}) as status`.execute(db)
  return rows[0]?.status ?? undefined
}
