import { importPKCS8, SignJWT } from 'jose'
import { type OidcSetup, createOidcProvider } from './oidc-provider'
import type { Provider } from '../provider'

export const APPLE_ISSUER = 'https://appleid.apple.com'

interface AppleClient {
  clientId: string
  teamId: string
  keyId: string
  /** PKCS #8, PEM, as downloaded from Apple. */
  privateKey: string
  issuer?: string | undefined
  redirectUri: string
  patienceMs: number
}

/**
 * Creates the provider for Apple: OpenID Connect, but the client's secret is a token that we sign (similar to RFC 7523,
 * ES256), and the response is posted.
 */
export function createAppleProvider({
  clientId,
  teamId,
  keyId,
  privateKey,
  issuer = APPLE_ISSUER,
  redirectUri,
  patienceMs,
}: AppleClient): Provider {
  const setup: OidcSetup = {
    name: 'apple',
    label: 'Apple',
    issuer,
    clientId,
    secret: keyId,
    authenticate: async (_server, client, body) => {
      body.set('client_id', client.client_id)
      body.set('client_secret', await signAppleSecret({ clientId, teamId, keyId, privateKey, issuer }))
    },
    redirectUri,
    patienceMs,
    scopes: ['openid', 'email', 'name'],
    // Apple requires a posted response when the name is requested.
    parameters: { response_mode: 'form_post' },
  }
  return createOidcProvider(setup)
}

/** Returns a client secret that is valid for five minutes; Apple would accept half a year. */
async function signAppleSecret(
  client: Omit<AppleClient, 'redirectUri' | 'patienceMs' | 'issuer'> & { issuer: string },
): Promise<string> {
  const key = await importPKCS8(client.privateKey, 'ES256')
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: client.keyId })
    .setIssuer(client.teamId)
    .setSubject(client.clientId)
    .setAudience(client.issuer)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key)
}
