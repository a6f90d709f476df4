import { createHmac } from 'node:crypto'
import { derivedKey } from '../secrets/derived-key'
import { isSameSecret } from '../secrets/is-same-secret'

/**
 * What opens a house that has no admin: made from the secret, so that nothing is stored and every process prints the same.
 */
export function setupToken(secret: string): string {
  return createHmac('sha256', derivedKey(secret, 'b2b setup v1'))
    .update('the first admin')
    .digest('base64url')
}

export function isSetupToken(given: string, secret: string): boolean {
  return isSameSecret(setupToken(secret), given)
}
