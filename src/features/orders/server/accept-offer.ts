import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { runWithTrace } from './store-traces'

/**
 * Accepts a waitlist offer. An offer of free tickets is confirmed immediately and returns its order's status, as does
 * every repeated call. An offer with a price returns `to_pay`: only its payment confirms it, as for any order.
 * Undefined when the order is not the customer's.
 */
export async function acceptOffer(
  db: Database | Transaction,
  { orderId, customerId }: { orderId: string; customerId: string },
): Promise<string | undefined> {
  const accept = sql<{ status: string | null }>`select accept_offer(${orderId}, ${customerId}) as status`
  const { rows } = await runWithTrace(
    db,
    (own) => accept.execute(own),
    () => orderId,
  )
  return rows[0]?.status ?? undefined
}
