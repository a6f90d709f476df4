import { z } from 'zod'
import { isEmail, normalizeEmail } from '~/lib/email'
import { type ClientSetup, getConfiguration, importOpenid } from './discovery'
import { translateProviderErrors } from '../provider-errors'
import { toStorableIdentity } from '../storable-identity'
import {
  type FlowSecrets,
  FlowFailed,
  type Posted,
  type ProviderIdentity,
  type Provider,
  type RequestedParameters,
} from '../provider'

export interface OidcSetup extends ClientSetup {
  name: string
  label: string
  redirectUri: string
  scopes: readonly string[]
  /** Added to the authorization URL, such as response_mode. */
  parameters?: Readonly<Record<string, string>>
  /** If set, only emails of these domains, which the operator trusts, are accepted. */
  domains?: readonly string[]
}

// Providers write booleans differently, and not all send a name.
export const oidcClaims = z.looseObject({
  sub: z.string().min(1).max(500),
  email: z.string().optional(),
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
    .optional(),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  picture: z.string().optional(),
  preferred_username: z.string().optional(),
  is_private_email: z.unknown().optional(),
})
type OidcClaims = z.output<typeof oidcClaims>

/**
 * Creates an OpenID Connect provider with code, PKCE and nonce. The signature of the id token is verified, although
 * the token comes directly from the provider.
 */
export function createOidcProvider(setup: OidcSetup): Provider {
  const { name, label } = setup
  return {
    name,
    label,
    authorize: (secrets, wishes) =>
      translateProviderErrors(label, async () => ({
        address: await buildAuthorizationAddress(setup, secrets, wishes),
      })),
    identify: (secrets, response, posted) =>
      translateProviderErrors(label, () => fetchPerson(setup, { secrets, response, posted })),
  }
}

async function buildAuthorizationAddress(
  setup: OidcSetup,
  secrets: FlowSecrets,
  wishes: RequestedParameters,
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await importOpenid()
  const url = buildAuthorizationUrl(await getConfiguration(setup), {
    ...wishes.parameters,
    ...setup.parameters,
    redirect_uri: setup.redirectUri,
    scope: [...new Set([...setup.scopes, ...wishes.scopes])].join(' '),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

async function fetchPerson(
  setup: OidcSetup,
  { secrets, response, posted }: { secrets: FlowSecrets; response: URLSearchParams; posted: Posted },
): Promise<ProviderIdentity> {
  const { authorizationCodeGrant, fetchUserInfo } = await importOpenid()
  const client = await getConfiguration(setup)
  const tokens = await authorizationCodeGrant(client, new URL(`${setup.redirectUri}?${response}`), {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  })
  const signed = oidcClaims.parse(tokens.claims())
  const needsMore =
    signed.email === undefined || signed.email_verified === undefined || signed.name === undefined
  const more =
    needsMore && client.serverMetadata().userinfo_endpoint !== undefined
      ? await fetchUserInfo(client, tokens.access_token, signed.sub)
      : {}
  return {
    ...toProviderIdentity(setup, oidcClaims.parse({ ...more, ...signed }), posted),
    tokens: { access: tokens.access_token, refresh: tokens.refresh_token },
  }
}

/**
 * Returns the identity of verified claims.
 * @throws FlowFailed for an email outside this company's domains
 */
export function toProviderIdentity(
  { name, issuer, label, domains }: Pick<OidcSetup, 'name' | 'issuer' | 'label' | 'domains'>,
  claims: OidcClaims,
  posted: Posted = {},
): ProviderIdentity {
  const email = claims.email === undefined ? undefined : normalizeEmail(claims.email)
  const isAddress = email !== undefined && isEmail(email)
  const domain = email?.slice(email.lastIndexOf('@') + 1)
  if (domains !== undefined && (!isAddress || domain === undefined || !domains.includes(domain)))
    throw new FlowFailed('validation_failed', `That email address does not belong to ${label}.`, {
      error: 'access_denied',
    })
  const parts = [claims.given_name, claims.family_name].filter((part) => part !== undefined)
  return toStorableIdentity({
    provider: name,
    method: 'oauth',
    subject: claims.sub,
    email: isAddress ? email : undefined,
    // A company need not state that emails of its own domains are verified, but must not deny it.
    hasVerifiedEmail:
      domains === undefined ? claims.email_verified === true : claims.email_verified !== false,
    fullName: claims.name ?? (parts.length > 0 ? parts.join(' ') : posted.fullName),
    claims: {
      iss: issuer,
      picture: claims.picture,
      avatar_url: claims.picture,
      preferred_username: claims.preferred_username,
    },
  })
}
