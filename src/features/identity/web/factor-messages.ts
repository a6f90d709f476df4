import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { FactorKind } from '../rules/factor'
import { TEXT_CODE_EXPIRED, WRONG_TEXT_CODE } from '../rules/factor-messages'

export const NO_KEY_USED = 'No key responded. Try again, or use another method.'

/** Returns the label of the button that switches to a factor. */
export function describeFactorChoice(factor: {
  kind: FactorKind
  name: string | null
  phone: string | null
}): string {
  const { kind, name, phone } = factor
  if (kind === 'phone') return `Text a code to ${phone ?? 'my phone'}`
  return `Use ${name ?? (kind === 'totp' ? 'an authenticator app' : 'a security key')}`
}

/**
 * Returns the message for a refused code or key. A code from a text message needs other messages than one from an
 * authenticator app.
 */
export function getFactorErrorMessage(error: unknown, kind: FactorKind): string {
  if (kind === 'phone' && hasErrorCode(error, 'WRONG_CODE')) return WRONG_TEXT_CODE
  if (kind === 'phone' && hasErrorCode(error, 'CHALLENGE_EXPIRED')) return TEXT_CODE_EXPIRED
  return getErrorMessage(error)
}
