import { confirmPassword, needFactorForCode } from '~/features/identity/server/public'
import type { Context } from '../context'

type ShowContext = Pick<Context, 'caller' | 'db' | 'ip' | 'limits' | 'now' | 'requestHeaders' | 'secret'>

export interface Shown {
  password?: string | undefined
  code?: string | undefined
}

export type ConfirmBy = 'password' | 'email' | 'text'

/** A password, for whoever has one; otherwise six digits that reach them as their email or messages do. */
export async function findConfirmBy(db: Context['db'], userId: string): Promise<ConfirmBy> {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account?.password_hash != null) return 'password'
  return account?.email == null ? 'text' : 'email'
}

/**
 * Before what cannot be undone: is it really they? Whoever has a password is asked for that one: digits in a mailbox that stands
 * open are no answer, and of whoever has none but a second factor that is wanted as well. @throws TOO_MANY_REQUESTS, PROOF_NEEDED
 */
export async function showWho(
  context: ShowContext,
  userId: string,
  { password, code }: Shown,
): Promise<'confirmed' | 'wrong_password' | 'wrong_code' | 'busy'> {
  const isByPassword = (await findConfirmBy(context.db, userId)) === 'password'
  // Before the digits are used up.
  if (!isByPassword) await needFactorForCode(context)
  const answer = await confirmPassword(context, { userId, password: (isByPassword ? password : code) ?? '' })
  if (answer !== 'wrong') return answer
  return isByPassword ? 'wrong_password' : 'wrong_code'
}
