import { ORPCError } from '@orpc/client'
import type { Database } from '~/database/connect'
import type { Limits } from '~/platform/limits/limits'
import { limitMailbox } from '~/platform/limits/mailbox'

/**
 * Free tickets of an account that only names its address may be anybody's mail: no more of it than people may send there. The tickets are in
 * the account either way. What was paid for is always mailed; what was given was counted then.
 */
export async function mayMailTickets(
  { db, limits }: { db: Database; limits: Pick<Limits, 'consume'> },
  orderId: string,
): Promise<boolean> {
  const unproven = await db
    .selectFrom('orders as o')
    .innerJoin('accounts as a', 'a.id', 'o.customer_id')
    .select(['a.id', 'o.buyer_email'])
    .where('o.id', '=', orderId)
    .where('o.total_cents', '=', 0)
    .where('o.is_comp', '=', false)
    .where('a.email_verified_at', 'is', null)
    .executeTakeFirst()
  if (unproven === undefined) return true
  try {
    await limitMailbox(limits, { from: unproven.id, to: unproven.buyer_email })
    return true
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'TOO_MANY_REQUESTS') return false
    throw error
  }
}
