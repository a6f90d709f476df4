import { createHash } from 'node:crypto'
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify, type JWTPayload } from 'jose'
import type { AuthFile } from '~/platform/config/auth-file'
import type { IdentityContext } from '../context'
import { APPLE_ISSUER } from './oauth/apple'
import { type ClientSetup, getConfiguration } from './oauth/discovery'
import { findOidc } from './oauth/oidc-setups'
import { oidcClaims, toProviderIdentity } from './oauth/oidc-provider'
import { findPreset } from './oauth/presets'
import { isUnresponsive, translateProviderErrors } from './provider-errors'
import { FlowFailed, type ProviderIdentity } from './provider'

// No shared secrets and no "none": a key that verifies must not be able to sign.
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** The id token that the provider gave to an app. */
interface IdToken {
  provider: string
  token: string
  nonce?: string | undefined
  accessToken?: string | undefined
}

const keySets = new Map<string, JWTVerifyGetKey>()

/**
 * Verifies an id token: signed by the provider, for one of our clients, not expired, and with the nonce of this sign-in
 * if there is one.
 * @throws FlowFailed
 */
export async function verifyIdToken(
  { config, providerPatienceMs: patienceMs }: Pick<IdentityContext, 'config' | 'providerPatienceMs'>,
  { provider, token, nonce, accessToken }: IdToken,
): Promise<ProviderIdentity> {
  const setup = findOidcSetup(config.auth, provider)
  if (setup === undefined) throw createDisabledError(provider)
  const { name, label, issuer, audiences } = setup
  const claims = await translateProviderErrors(label, async () => {
    const key = await getKeys({ ...setup, patienceMs })
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer: listIssuers(issuer),
        audience: audiences,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: 5,
      })
      return payload
    } catch (cause) {
      throw cause instanceof errors.JOSEError && !isUnresponsive(cause) ? createTokenError(cause) : cause
    }
  })
  const wanted =
    nonce === undefined || nonce === '' ? undefined : createHash('sha256').update(nonce).digest('hex')
  if ((claims['nonce'] === undefined) !== (wanted === undefined))
    throw createFlowError('Passed nonce and nonce in id_token should either both exist or not.')
  if (wanted !== undefined && claims['nonce'] !== wanted) throw createFlowError('Nonces mismatch')
  if (!hasMatchingTokenHash(claims, accessToken))
    throw createFlowError('access_token does not belong to this id_token')
  // With several audiences, azp names the client that may use the token.
  if (Array.isArray(claims.aud) && claims.aud.length > 1 && !audiences.includes(String(claims['azp'])))
    throw createFlowError('Unacceptable audience in id_token')
  return toProviderIdentity({ name, issuer, label }, oidcClaims.parse(claims))
}

function findOidcSetup(auth: AuthFile, provider: string) {
  if (provider === 'apple' && auth.apple !== undefined) {
    const { clientId, appClientIds, issuer = APPLE_ISSUER, keyId } = auth.apple
    return {
      name: 'apple',
      label: 'Apple',
      issuer,
      clientId,
      secret: keyId,
      audiences: [clientId, ...appClientIds],
    }
  }
  const setup = findOidc(auth, provider)
  return setup && { ...setup, audiences: [setup.clientId, ...(setup.appClientIds ?? [])] }
}

// Google uses two spellings of its issuer.
function listIssuers(issuer: string): string[] {
  return issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer]
}

async function getKeys(setup: ClientSetup): Promise<JWTVerifyGetKey> {
  const server = (await getConfiguration(setup)).serverMetadata()
  const address = server.jwks_uri
  if (address === undefined) throw new Error(`${setup.issuer} publishes no keys`)
  const key = `${address} ${setup.patienceMs}`
  const options = { timeoutDuration: setup.patienceMs }
  const keys = keySets.get(key) ?? createRemoteJWKSet(new URL(address), options)
  keySets.set(key, keys)
  return keys
}

/**
 * Returns whether the access token matches at_hash (OpenID Connect Core 3.1.3.6): the left half of its hash, with the
 * signature's algorithm. Trying all three algorithms is safe: a match can't be forged for any of them.
 */
function hasMatchingTokenHash(claims: JWTPayload, accessToken: string | undefined): boolean {
  const expected = claims['at_hash']
  if (accessToken === undefined || accessToken === '' || typeof expected !== 'string') return true
  return ['sha256', 'sha384', 'sha512'].some((kind) => {
    const hash = createHash(kind).update(accessToken).digest()
    return hash.subarray(0, hash.length / 2).toString('base64url') === expected
  })
}

function createDisabledError(provider: string): FlowFailed {
  const issuer = provider === 'apple' ? APPLE_ISSUER : findPreset(provider)?.issuer
  if (issuer === undefined)
    return createFlowError('Custom OIDC provider is not enabled or does not accept id tokens')
  return new FlowFailed('provider_disabled', `Provider (issuer "${issuer}") is not enabled`)
}

function createTokenError(cause: InstanceType<typeof errors.JOSEError>): FlowFailed {
  if (cause.code === 'ERR_JWT_EXPIRED') return createFlowError('Bad ID token: it has expired', cause)
  const claim = 'claim' in cause ? String(cause.claim) : ''
  if (claim === 'aud')
    return new FlowFailed('unexpected_audience', 'Unacceptable audience in id_token', { cause })
  if (claim === 'iss') return createFlowError('Unacceptable issuer in id_token', cause)
  return createFlowError('Bad ID token', cause)
}

function createFlowError(sentence: string, cause?: unknown): FlowFailed {
  return new FlowFailed('validation_failed', sentence, { error: 'invalid_request', cause })
}
