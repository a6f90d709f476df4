import type { IdentityContext } from './context'
import { PasswordQueueFull, verifyPassword } from './password-hash'

/**
 * Is it really the person who is signed in, and not whoever found their browser open? Asked before what cannot be undone. Guesses
 * count as those at the door do, and on the same accounts. A second factor will be asked for here.
 * @throws TOO_MANY_REQUESTS
 */
export async function confirmPassword(
  context: Pick<IdentityContext, 'db' | 'limits' | 'ip'>,
  { userId, password }: { userId: string; password: string },
): Promise<'confirmed' | 'wrong' | 'busy'> {
  const { db, limits, ip } = context
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account === undefined) return 'wrong'
  const who = account.email ?? userId
  const pair = `${who} ${ip}`
  await limits.consume('sign_in_ip', ip, { points: 200, seconds: 900 })
  await limits.consume('sign_in_pair', pair, { points: 10, seconds: 900 })
  await limits.consume('sign_in_email', who, { points: 100, seconds: 3600 })
  try {
    if (!(await verifyPassword(password, account.password_hash))) return 'wrong'
  } catch (error) {
    if (error instanceof PasswordQueueFull) return 'busy'
    throw error
  }
  await limits.reset('sign_in_pair', pair)
  await limits.reset('sign_in_email', who)
  return 'confirmed'
}
