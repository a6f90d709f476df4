import { PASSWORD_MAX } from '../../rules/password'
import type { PasswordOwner } from '../../rules/password-from-name'
import type { IdentityContext } from '../context'
import { findWeakness } from '../passwords/password-check'
import { AuthError, createValidationError } from './auth-error'

/**
 * Refuses a weak new password.
 * @throws AuthError weak_password, with the reasons
 */
export async function requireStrongPassword(
  context: Pick<IdentityContext, 'config' | 'log' | 'settings'>,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const weakness = await findWeakness(context, password, owner)
  if (weakness === undefined) return
  if (Array.from(password).length > PASSWORD_MAX)
    throw createValidationError(`Password cannot be longer than ${PASSWORD_MAX} characters`)
  const { passwordMinLength, passwordCharacters } = context.config.auth
  const message = {
    length: `Password should be at least ${passwordMinLength} characters.`,
    characters: `Password should contain at least one character of each: ${passwordCharacters.join(', ')}.`,
    pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
  }[weakness]
  throw new AuthError(422, 'weak_password', message, { details: { weak_password: { reasons: [weakness] } } })
}
