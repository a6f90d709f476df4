import { takeNonce } from '../codes/nonce'
import type { IdentityContext } from '../context'

/**
 * Whether these are the six digits that `sendNonce` sent this person; they open once. Five tries are all that a code has, and an hour
 * has only so many codes. @throws TOO_MANY_REQUESTS
 */
export async function proveByNonce(
  context: Pick<IdentityContext, 'db' | 'limits' | 'secret' | 'now'>,
  { userId, nonce }: { userId: string; nonce: string },
): Promise<boolean> {
  await context.limits.consume('nonce_account', userId, { points: 20, seconds: 3600 })
  // Committed either way: a wrong one costs a try.
  return context.db.transaction().execute((trx) => takeNonce(trx, context, { userId, nonce }))
}
