import type { Database } from '~/database/connect'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import { type AccessTokens, createAccessTokens } from './access-token'
import { createSigningKeys, type SigningKeys } from './signing-keys'

/** Keys, and tokens signed with them in the name of this house's auth service. */
export function createTokens(services: {
  db: Database
  secret: string
  publicUrl: string
  now?: () => Date
}): { signingKeys: SigningKeys; accessTokens: AccessTokens } {
  const signingKeys = createSigningKeys(services)
  const issuer = `${services.publicUrl}${AUTH_SERVICE_PATH}`
  return { signingKeys, accessTokens: createAccessTokens({ keys: signingKeys, issuer }) }
}
