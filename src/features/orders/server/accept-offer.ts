import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'

/**
 * Accepts a waitlist offer of free tickets. Returns `to_pay` for an offer with a price, which is confirmed by its
 * payment like any order; otherwise the order's status, `confirmed` on success or when it was confirmed before.
 * Undefined when the order is not the customer's.
 */
export async function acceptOffer(
  db: Database | Transaction,
  { orderId, customerId }: { orderId: string; customerId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ status: string | null }>`
    select accept_offer(${orderId}, ${customerId}) as status`.execute(db)
  return rows[0]?.status ?? undefined
}
