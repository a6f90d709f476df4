import { isEmail, normalizeEmail } from '~/lib/email'
import { hasLink, LINK_IN_NAME } from '~/lib/link-in-name'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { getErrorMessage, getFieldErrors, hasErrorCode } from '~/platform/rpc/errors'
import { findPasswordProblem } from '../rules/password'

export function findEmailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Enter your email.'
  return isEmail(normalizeEmail(email)) ? undefined : 'Enter an address such as name@example.com.'
}

export function findFullNameProblem(fullName: string): string | undefined {
  if (cleanSingleLineText(fullName) === '') return 'Enter your name.'
  return hasLink(fullName) ? LINK_IN_NAME : undefined
}

export function findNewPasswordProblem(password: string): string | undefined {
  return password === '' ? 'Enter a password.' : findPasswordProblem(password)
}

/** Returns the field errors when the server refuses a form that sets a new password. */
export function toNewPasswordProblems(error: unknown): Record<string, string> {
  return hasErrorCode(error, 'PASSWORD_LEAKED') ? { password: getErrorMessage(error) } : getFieldErrors(error)
}
