import type { Database } from '~/database/connect'
import { isTooMany, type Limits } from '~/platform/limits/limits'
import { limitMailbox, limitMailboxOfAll } from './limit-mailbox'

// An email that fails is tried again for about an hour.
const ONCE = { points: 1, seconds: 86_400 }

/**
 * Free tickets of an account that only names its address may be anybody's email, and so may given ones: no more of it than people may send there.
 * The tickets are in the account, or on the guest list, either way. What was paid for is always emailed. An order counts once, however often its
 * email is tried.
 */
export async function mayEmailTickets(
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
    if (isTooMany(error)) return true
    throw error
  }
  const { id, buyer_email: to } = limited
  try {
    // What one organizer gives was counted then.
    if (limited.is_comp) await limitMailboxOfAll(limits, { to, use: 'gift' })
    else if (id !== null) await limitMailbox(limits, { from: id, to, use: 'own' })
    return true
  } catch (error) {
    // Neither a fault nor what was too much counts: a next try asks again.
    await limits.reset('mailbox_order', orderId)
    if (isTooMany(error)) return false
    throw error
  }
}
