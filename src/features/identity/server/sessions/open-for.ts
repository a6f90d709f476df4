import type { Transaction } from '~/database/connect'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { recordFirstStep, recordSignIn, type SignInContext } from './record-sign-in'
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
  context: SignInContext & Pick<IdentityContext, 'caller'>,
  proven: Proven,
): Promise<{ sessionId: string; userId: string } | Suspended> {
  const suspended = await findSuspension(trx, proven.userId, context.now())
  return suspended ?? { userId: proven.userId, sessionId: await letIn(trx, context, proven) }
}

/** The same where the account is held, and known not to be suspended. Answers the session. */
export async function letIn(
  trx: Transaction,
  context: SignInContext & Pick<IdentityContext, 'caller'>,
  { userId, method, isBrowser = false, isTwofold = false }: Proven,
): Promise<string> {
  const { caller, ip, requestHeaders, now } = context
  const at = now()
  const account = await trx
    .updateTable('accounts')
    .set({ last_signed_in_at: at })
    .where('id', '=', userId)
    .returning('has_second_factor')
    .executeTakeFirst()
  // Somebody else may have been signed in there, whose cookie is about to be replaced.
  if (caller !== null) await endSession(trx, caller.sessionId, at)
  const trust = isBrowser ? await assuranceOf(trx, { userId, headers: requestHeaders, now: at }) : undefined
  const assurance = isTwofold ? 'aal2' : (trust?.assurance ?? 'aal1')
  const sessionId = await openSession(trx, {
    userId,
    ip,
    userAgent: requestHeaders.get('user-agent'),
    now: at,
    methods: [method, ...(trust?.methods ?? [])],
    assurance,
    limits: context.config.auth,
  })
  const isComplete = assurance === 'aal2' || account?.has_second_factor !== true
  await (isComplete ? recordSignIn : recordFirstStep)(trx, context, { userId, sessionId })
  return sessionId
}

/** Whoever was signed in there before is not any more. */
export function tellReplaced({ caller, live }: Pick<IdentityContext, 'caller' | 'live'>): void {
  if (caller !== null) live.publish([caller.id], [SESSION_TOPIC])
}
