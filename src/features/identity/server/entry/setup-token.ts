import { sign } from '~/platform/secrets/derived-key'
import { isSameSecret } from '~/platform/secrets/is-same-secret'

/** The token that creates the first admin. Derived, so that nothing is stored and every process prints the same one. */
export function setupToken(secret: string): string {
  return sign('the first admin', secret, 'b2b setup v1').toString('base64url')
}

export function isSetupToken(given: string, secret: string): boolean {
  return isSameSecret(setupToken(secret), given)
}
