import type { IdentityContext } from '../context'
import { proveByNonce } from './prove-by-nonce'
import { countGuess, forgiveGuesses } from '../passwords/password-guesses'
import { PasswordQueueFull, verifyPassword } from '../passwords/password-hash'

type Confirming = Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'secret' | 'now'>

/**
 * Is it really the person who is signed in, and not whoever found their browser open? Asked before what cannot be undone. Guesses
 * count as those at the door do. Who has no password types the code that `account.reauthenticate` sends.
 * @throws TOO_MANY_REQUESTS
 */
export async function confirmPassword(
  context: Confirming,
  { userId, password }: { userId: string; password: string },
): Promise<'confirmed' | 'wrong' | 'busy'> {
  const account = await context.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account === undefined) return 'wrong'
  if (account.password_hash === null)
    return (await proveByNonce(context, { userId, nonce: password })) ? 'confirmed' : 'wrong'
  const countMiss = await countGuess(context, { userId }, 'inside')
  try {
    if (!(await verifyPassword(password, account.password_hash))) {
      await countMiss()
      return 'wrong'
    }
  } catch (error) {
    if (error instanceof PasswordQueueFull) return 'busy'
    throw error
  }
  await forgiveGuesses(context, { userId }, 'inside')
  return 'confirmed'
}
