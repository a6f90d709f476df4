import type { IdentityContext } from '../context'
import { redeemNonce } from '../sessions/nonce'
import { isRightPassword } from './password-guesses'
import { PasswordQueueFull } from './password-hash'

type Confirming = Parameters<typeof isRightPassword>[0] & Pick<IdentityContext, 'secret'>

type Confirmed = 'confirmed' | 'wrong' | 'busy'

/**
 * Checks the password before an action that can't be undone, because a stranger may be using the signed-in browser. An
 * account without a password accepts the code that `account.reauthenticate` sends. Use `checkPassword` where access to
 * the mailbox must not be enough.
 * @throws TOO_MANY_REQUESTS
 */
export async function confirmPassword(
  context: Confirming,
  { userId, password }: { userId: string; password: string },
): Promise<Confirmed> {
  const account = await findPasswordHash(context, userId)
  if (account === undefined) return 'wrong'
  if (account.password_hash === null)
    return (await redeemNonce(context, { userId, nonce: password })) ? 'confirmed' : 'wrong'
  return comparePassword(context, { userId, password, hash: account.password_hash })
}

/**
 * Checks the password, and accepts no code instead. Returns 'wrong' for an account without a password. Wrong
 * passwords count as in `startPasswordAttempt`.
 * @throws TOO_MANY_REQUESTS
 */
export async function checkPassword(
  context: Confirming,
  { userId, password }: { userId: string; password: string },
): Promise<Confirmed> {
  const hash = (await findPasswordHash(context, userId))?.password_hash ?? null
  return hash === null ? 'wrong' : comparePassword(context, { userId, password, hash })
}

function findPasswordHash({ db }: Confirming, userId: string) {
  return db.selectFrom('accounts').select('password_hash').where('id', '=', userId).executeTakeFirst()
}

async function comparePassword(
  context: Confirming,
  guess: { userId: string; password: string; hash: string },
): Promise<Confirmed> {
  try {
    return (await isRightPassword(context, guess)) ? 'confirmed' : 'wrong'
  } catch (error) {
    if (error instanceof PasswordQueueFull) return 'busy'
    throw error
  }
}
