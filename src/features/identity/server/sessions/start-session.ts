import type { Transaction } from '~/database/connect'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { recordFirstStep, recordSignIn, type SignInContext } from './record-sign-in'
import { type AmrMethod, endSession, insertSession } from './sessions'
import { findSuspension, type Suspended } from './suspension'
import { getTrustedAssurance } from './trusted-browser'

interface Verified {
  userId: string
  method: AmrMethod
  /**
   * Set by our own pages, where a trusted browser skips the second factor. The auth service ignores the cookie of a
   * trusted browser.
   */
  isBrowser?: boolean
  /** Set when the method counts as two factors, such as a passkey. */
  isTwoFactor?: boolean
}

/**
 * Starts a session unless the account is suspended. Locks the account, so that a concurrent suspension runs before or
 * after this. Call `notifyReplacedSession` after the commit.
 */
export async function startSessionUnlessSuspended(
  trx: Transaction,
  context: SignInContext & Pick<IdentityContext, 'caller'>,
  person: Verified,
): Promise<{ sessionId: string; userId: string } | Suspended> {
  const suspended = await findSuspension(trx, person.userId, context.now())
  return suspended ?? { userId: person.userId, sessionId: await startSession(trx, context, person) }
}

/**
 * Starts a session, for a caller that holds the account's row lock and knows that it isn't suspended. Returns the
 * session's id.
 */
export async function startSession(
  trx: Transaction,
  context: SignInContext & Pick<IdentityContext, 'caller'>,
  { userId, method, isBrowser = false, isTwoFactor = false }: Verified,
): Promise<string> {
  const { caller, ip, requestHeaders, now } = context
  const at = now()
  const account = await trx
    .updateTable('accounts')
    .set({ last_signed_in_at: at })
    .where('id', '=', userId)
    .returning('has_second_factor')
    .executeTakeFirst()
  // The replaced cookie may belong to the session of another account.
  if (caller !== null) await endSession(trx, caller.sessionId, at)
  const trust = isBrowser
    ? await getTrustedAssurance(trx, { userId, headers: requestHeaders, now: at })
    : undefined
  const assurance = isTwoFactor ? 'aal2' : (trust?.assurance ?? 'aal1')
  const sessionId = await insertSession(trx, {
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

/** Makes the open pages of a replaced session notice that it has ended. */
export function notifyReplacedSession({ caller, live }: Pick<IdentityContext, 'caller' | 'live'>): void {
  if (caller !== null) live.publish([caller.id], [SESSION_TOPIC])
}
