import type { Transaction } from '~/database/connect'
import type { IdentityContext } from '../context'
import { type AmrMethod, openSession } from '../sessions'
import { findSuspension, type Suspended } from '../suspension'

/** A session for whoever has just proven who they are; the account's row is held, so that a suspension comes before or after. */
export async function openFor(
  trx: Transaction,
  { ip, requestHeaders, now }: Pick<IdentityContext, 'ip' | 'requestHeaders' | 'now'>,
  { userId, method }: { userId: string; method: AmrMethod },
): Promise<{ sessionId: string; userId: string } | Suspended> {
  const at = now()
  const suspended = await findSuspension(trx, userId, at)
  if (suspended) return suspended
  await trx.updateTable('accounts').set({ last_signed_in_at: at }).where('id', '=', userId).execute()
  const userAgent = requestHeaders.get('user-agent')
  return { userId, sessionId: await openSession(trx, { userId, ip, userAgent, now: at, methods: [method] }) }
}
