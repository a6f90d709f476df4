import type { Configuration } from 'openid-client'
import type { z } from 'zod'
import { isEmail, normalizeEmail } from '~/lib/email'
import { createConfiguration, importOpenid } from './discovery'
import { translateProviderErrors } from '../provider-errors'
import { toStorableIdentity } from '../storable-identity'
import type { FlowSecrets, ProviderIdentity, Provider, RequestedParameters } from '../provider'

export interface OauthClient {
  clientId: string
  clientSecret: string
  redirectUri: string
  scopes?: readonly string[] | undefined
  /** Replaces the provider’s URL, for testing a deployment. */
  issuer?: string | undefined
  patienceMs: number
}

/**
 * Calls the provider's API with the person's token.
 * @throws when the response does not match the schema
 */
export type CallApi = <T>(address: string, shape: z.ZodType<T>) => Promise<T>

/** A person, as described by a provider without OpenID. */
export interface Person {
  subject: string
  email?: string | undefined
  hasVerifiedEmail: boolean
  fullName?: string | undefined
  userName?: string | undefined
  avatar?: string | undefined
}

export interface OauthService {
  name: string
  label: string
  home: string
  authorize: string
  token: string
  scopes: readonly string[]
  /** Sends the client's secret in the Authorization header instead of the body. */
  inHeader?: boolean
  findPerson: (callApi: CallApi, token: string) => Promise<Person>
}

/** Creates a provider with OAuth 2 and an API for the person, but without OpenID. */
export function createOauthProvider(provider: OauthService, client: OauthClient): Provider {
  const { name, label } = provider
  const make = () =>
    createConfiguration(
      { authorization_endpoint: provider.authorize, token_endpoint: provider.token },
      {
        issuer: provider.home,
        clientId: client.clientId,
        secret: client.clientSecret,
        patienceMs: client.patienceMs,
        inHeader: provider.inHeader === true,
      },
    )
  const authorize = async (secrets: FlowSecrets, wishes: RequestedParameters) => {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await importOpenid()
    const scopes = new Set([...provider.scopes, ...(client.scopes ?? []), ...wishes.scopes])
    const url = buildAuthorizationUrl(await make(), {
      ...wishes.parameters,
      redirect_uri: client.redirectUri,
      scope: [...scopes].join(' '),
      state: secrets.state,
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
    })
    return { address: url.href }
  }
  const identify = async (secrets: FlowSecrets, response: URLSearchParams): Promise<ProviderIdentity> => {
    const { authorizationCodeGrant } = await importOpenid()
    const made = await make()
    const tokens = await authorizationCodeGrant(made, new URL(`${client.redirectUri}?${response}`), {
      expectedState: secrets.state,
      pkceCodeVerifier: secrets.verifier,
    })
    const token = tokens.access_token
    return {
      ...toProviderIdentity(provider, await provider.findPerson(createApiCaller(made, token), token)),
      tokens: { access: token, refresh: tokens.refresh_token },
    }
  }
  return {
    name,
    label,
    authorize: (secrets, wishes) => translateProviderErrors(label, () => authorize(secrets, wishes)),
    identify: (secrets, response) => translateProviderErrors(label, () => identify(secrets, response)),
  }
}

function createApiCaller(client: Configuration, token: string): CallApi {
  return async (address, shape) => {
    const { fetchProtectedResource } = await importOpenid()
    const headers = new Headers({ accept: 'application/json' })
    const response = await fetchProtectedResource(client, token, new URL(address), 'GET', null, headers)
    if (!response.ok)
      throw Object.assign(new Error(`${new URL(address).pathname} responded with ${response.status}`), {
        status: response.status,
      })
    return shape.parse(await response.json())
  }
}

function toProviderIdentity({ name, home }: OauthService, person: Person): ProviderIdentity {
  const { subject, hasVerifiedEmail, fullName, userName, avatar } = person
  const email = person.email === undefined ? undefined : normalizeEmail(person.email)
  return toStorableIdentity({
    provider: name,
    method: 'oauth',
    subject,
    email: email !== undefined && isEmail(email) ? email : undefined,
    hasVerifiedEmail,
    fullName: fullName ?? userName,
    claims: {
      iss: home,
      user_name: userName,
      preferred_username: userName,
      avatar_url: avatar,
      picture: avatar,
    },
  })
}
