import type { IdentityContext } from '../context'
import type { OwnSession } from '../factors/holder'
import { checkPassword } from './confirm-password'
import { hasSecondFactor, noteProof } from './fresh-proof'
import { proveByNonce } from './prove-by-nonce'

/**
 * Checks the password or the code of `sendNonce`, and notes it in the session: changes need no other proof for 15 minutes. A code
 * is not enough for an account with a second factor. @throws TOO_MANY_REQUESTS
 */
export async function giveProof(
  context: Pick<IdentityContext, 'db' | 'ip' | 'limits' | 'now' | 'requestHeaders' | 'secret'>,
  { userId, sessionId }: OwnSession,
  given: { password: string } | { code: string },
): Promise<'given' | 'wrong' | 'factor_needed' | 'busy'> {
  const now = context.now()
  if ('code' in given) {
    if (await hasSecondFactor(context.db, userId)) return 'factor_needed'
    if (!(await proveByNonce(context, { userId, nonce: given.code }))) return 'wrong'
    await noteProof(context.db, { sessionId, method: 'otp', now })
    return 'given'
  }
  const outcome = await checkPassword(context, { userId, password: given.password })
  if (outcome !== 'confirmed') return outcome
  await noteProof(context.db, { sessionId, method: 'password', now })
  return 'given'
}
