import type { Database } from '~/database/connect'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import { type AccessTokens, createAccessTokens } from './access-token'
import { createSigningKeys, type SigningKeys, TOKEN_SECONDS } from './signing-keys'

/** Creates the signing keys and the access tokens of this site's auth service. */
export function createTokens(services: {
  db: Database
  secret: string
  publicUrl: string
  tokenSeconds?: number
  now?: () => Date
}): { signingKeys: SigningKeys; accessTokens: AccessTokens } {
  const signingKeys = createSigningKeys(services)
  const issuer = `${services.publicUrl}${AUTH_SERVICE_PATH}`
  return {
    signingKeys,
    accessTokens: createAccessTokens({
      keys: signingKeys,
      issuer,
      seconds: services.tokenSeconds ?? TOKEN_SECONDS,
    }),
  }
}
