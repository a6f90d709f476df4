import type { Database } from '~/database/connect'
import { isTooManyRequests, type Limits } from '~/platform/limits/limits'
import { limitMailbox, limitMailboxOfAll } from './limit-mailbox'

// Counts each order only once a day, because a failed email is retried for about an hour.
const ONCE = { points: 1, seconds: 86_400 }

/**
 * Returns whether an order's tickets can be emailed. Limits emails to unverified addresses, which may be a
 * stranger's: free tickets and gifts count towards the limits of users' emails. Paid tickets are always emailed.
 * Without the email, the tickets are still in the account or on the guest list. Retries of an order's email count
 * once.
 */
export async function canEmailTickets(
  { db, limits }: { db: Database; limits: Pick<Limits, 'consume' | 'reset'> },
  orderId: string,
): Promise<boolean> {
  const limited = await db
    .selectFrom('orders as o')
    .leftJoin('accounts as a', 'a.id', 'o.customer_id')
    .select(['a.id', 'o.buyer_email', 'o.is_comp'])
    .where('o.id', '=', orderId)
    .where('o.total_cents', '=', 0)
    .where((eb) => eb.or([eb('o.is_comp', '=', true), eb('a.email_verified_at', 'is', null)]))
    .executeTakeFirst()
  if (limited === undefined || limited.buyer_email === '') return true
  try {
    await limits.consume('mailbox_order', orderId, ONCE)
  } catch (error) {
    if (isTooManyRequests(error)) return true
    throw error
  }
  const { id, buyer_email: to } = limited
  try {
    // Counts only the limit over all accounts: the limit of the organizer was counted when the tickets were given.
    if (limited.is_comp) await limitMailboxOfAll(limits, { to, use: 'gift' })
    else if (id !== null) await limitMailbox(limits, { from: id, to, use: 'own' })
    return true
  } catch (error) {
    // Errors and refusals are not cached, so a retry checks again.
    await limits.reset('mailbox_order', orderId)
    if (isTooManyRequests(error)) return false
    throw error
  }
}
