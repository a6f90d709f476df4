import { confirmPassword, requireFactorForCode } from '~/features/identity/server/public'
import type { Context } from '../context'
import { refuse } from '../refused-error'

type ConfirmContext = Pick<Context, 'caller' | 'db' | 'ip' | 'limits' | 'now' | 'requestHeaders' | 'secret'>

export interface Credentials {
  password?: string | undefined
  code?: string | undefined
}

export type ConfirmBy = 'password' | 'email' | 'text'

/** Returns how an account confirms: by its password or, without one, by a code to its email or phone. */
export async function findConfirmationMethod(db: Context['db'], userId: string): Promise<ConfirmBy> {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account?.password_hash != null) return 'password'
  return account?.email == null ? 'text' : 'email'
}

/**
 * Reauthenticates the caller before an irreversible action. An account with a password must use the password, because
 * its mailbox may be open in the same browser. Without a password, a code is required, and a factor if two-step
 * verification is on.
 * @throws WRONG_PASSWORD, WRONG_CODE, BUSY, TOO_MANY_REQUESTS, REAUTHENTICATION_REQUIRED
 */
export async function confirmCaller(
  context: ConfirmContext,
  userId: string,
  { password, code }: Credentials,
): Promise<void> {
  const isByPassword = (await findConfirmationMethod(context.db, userId)) === 'password'
  // Checks the factor first, because a failure afterwards would have used up the code.
  if (!isByPassword) await requireFactorForCode(context)
  const result = await confirmPassword(context, { userId, password: (isByPassword ? password : code) ?? '' })
  if (result === 'busy') throw refuse('BUSY')
  if (result === 'wrong') throw refuse(isByPassword ? 'WRONG_PASSWORD' : 'WRONG_CODE')
}
