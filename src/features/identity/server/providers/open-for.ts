import type { Transaction } from '~/database/connect'
import type { IdentityContext } from '../context'
import { assuranceOf } from '../sessions/trusted-browser'
import { type AmrMethod, openSession } from '../sessions/sessions'
import { findSuspension, type Suspended } from '../sessions/suspension'

/**
 * A session for whoever has just proven who they are; the account's row is held, so that a suspension comes before or after. In a
 * browser that is trusted the second factor is not asked for; the auth service acts on no such cookie.
 */
export async function openFor(
  trx: Transaction,
  { ip, requestHeaders, now }: Pick<IdentityContext, 'ip' | 'requestHeaders' | 'now'>,
  { userId, method, isBrowser = false }: { userId: string; method: AmrMethod; isBrowser?: boolean },
): Promise<{ sessionId: string; userId: string } | Suspended> {
  const at = now()
  const suspended = await findSuspension(trx, userId, at)
  if (suspended) return suspended
  await trx.updateTable('accounts').set({ last_signed_in_at: at }).where('id', '=', userId).execute()
  const trust = isBrowser ? await assuranceOf(trx, { userId, headers: requestHeaders, now: at }) : undefined
  const sessionId = await openSession(trx, {
    userId,
    ip,
    userAgent: requestHeaders.get('user-agent'),
    now: at,
    methods: [method, ...(trust?.methods ?? [])],
    assurance: trust?.assurance ?? 'aal1',
  })
  return { userId, sessionId }
}
