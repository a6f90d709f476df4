import type { Transaction } from '~/database/connect'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { type AmrMethod, endSession, openSession } from './sessions'
import { findSuspension, type Suspended } from './suspension'
import { assuranceOf } from './trusted-browser'

interface Proven {
  userId: string
  method: AmrMethod
  /** Our own pages: in a browser that is trusted the second factor is not asked for. The auth service acts on no such cookie. */
  isBrowser?: boolean
  /** Two factors at once, such as a passkey. */
  isTwofold?: boolean
}

/**
 * A session for whoever has just proven who they are, by whichever way in; the account's row is held, so that a suspension comes before
 * or after. Call `tellReplaced` after the commit.
 */
export async function openFor(
  trx: Transaction,
  context: Pick<IdentityContext, 'caller' | 'ip' | 'requestHeaders' | 'now'>,
  proven: Proven,
): Promise<{ sessionId: string; userId: string } | Suspended> {
  const suspended = await findSuspension(trx, proven.userId, context.now())
  return suspended ?? { userId: proven.userId, sessionId: await letIn(trx, context, proven) }
}

/** The same where the account is held, and known not to be suspended. Answers the session. */
export async function letIn(
  trx: Transaction,
  { caller, ip, requestHeaders, now }: Pick<IdentityContext, 'caller' | 'ip' | 'requestHeaders' | 'now'>,
  { userId, method, isBrowser = false, isTwofold = false }: Proven,
): Promise<string> {
  const at = now()
  await trx.updateTable('accounts').set({ last_signed_in_at: at }).where('id', '=', userId).execute()
  // Somebody else may have been signed in there, whose cookie is about to be replaced.
  if (caller !== null) await endSession(trx, caller.sessionId, at)
  const trust = isBrowser ? await assuranceOf(trx, { userId, headers: requestHeaders, now: at }) : undefined
  return openSession(trx, {
    userId,
    ip,
    userAgent: requestHeaders.get('user-agent'),
    now: at,
    methods: [method, ...(trust?.methods ?? [])],
    assurance: isTwofold ? 'aal2' : (trust?.assurance ?? 'aal1'),
  })
}

/** Whoever was signed in there before is not any more. */
export function tellReplaced({ caller, live }: Pick<IdentityContext, 'caller' | 'live'>): void {
  if (caller !== null) live.publish([caller.id], [SESSION_TOPIC])
}
