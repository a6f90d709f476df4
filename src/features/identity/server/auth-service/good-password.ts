import { PASSWORD_MAX, PASSWORD_MIN } from '../../rules/password'
import type { IdentityContext } from '../context'
import { findWeakness } from '../passwords/password-check'
import { AuthError, invalid } from './auth-error'

/** Of a new password. @throws AuthError weak_password, with why */
export async function needGoodPassword(
  context: Pick<IdentityContext, 'config' | 'log'>,
  password: string,
): Promise<void> {
  const weakness = await findWeakness(context, password)
  if (weakness === undefined) return
  if (Array.from(password).length > PASSWORD_MAX)
    throw invalid(`Password cannot be longer than ${PASSWORD_MAX} characters`)
  const message =
    weakness === 'length'
      ? `Password should be at least ${PASSWORD_MIN} characters.`
      : 'Password is known to be weak and easy to guess, please choose a different one.'
  throw new AuthError(422, 'weak_password', message, { details: { weak_password: { reasons: [weakness] } } })
}
