import { isEmail, normaliseEmail } from '~/lib/email'
import { hasLink, LINK_IN_NAME } from '~/lib/link-in-name'
import { oneLine } from '~/lib/one-line'
import { errorMessage, fieldErrors, hasCode } from '~/platform/rpc/errors'
import { findPasswordFault } from '../rules/password'

/** A sentence per field of a form; a field that is well has none. */
export type Faults = Record<string, string | undefined>

export function emailFault(email: string): string | undefined {
  if (email.trim() === '') return 'Enter your email.'
  return isEmail(normaliseEmail(email)) ? undefined : 'Enter an address such as name@example.com.'
}

export function fullNameFault(fullName: string): string | undefined {
  if (oneLine(fullName) === '') return 'Enter your name.'
  return hasLink(fullName) ? LINK_IN_NAME : undefined
}

export function newPasswordFault(password: string): string | undefined {
  return password === '' ? 'Enter a password.' : findPasswordFault(password)
}

/** What the service said about the fields of a form with a new password. */
export function refusedFaults(error: unknown): Faults {
  return hasCode(error, 'PASSWORD_LEAKED') ? { password: errorMessage(error) } : fieldErrors(error)
}

/** Keeps what is wrong, and moves the person to the first field of it. Answers true when all is well. */
export function pointAtFirst(form: HTMLFormElement, faults: Faults): boolean {
  const first = Object.keys(faults).find((name) => faults[name] !== undefined)
  if (first === undefined) return true
  const field = form.elements.namedItem(first)
  if (field instanceof HTMLElement) field.focus()
  return false
}

/** What was typed into a field of a form. */
export function typed(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
