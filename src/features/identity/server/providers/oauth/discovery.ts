import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client'

/** Loaded with the first sign-in that needs it. */
export const openid = () => import('openid-client')

const CACHE_MS = 60 * 60 * 1000

const known = new Map<string, { client: Promise<Configuration>; at: number }>()

/** Adds our credentials to the body. openid-client awaits it, though its types don’t say so. */
type Authenticate = (...call: Parameters<ClientAuth>) => unknown

export interface ClientOf {
  issuer: string
  clientId: string
  /** How our client authenticates; by default with the secret, in the way that the provider accepts. */
  secret: string
  authenticate?: Authenticate
  /** Timeout for each response. */
  patienceMs: number
}

/** Returns the configuration of an OpenID provider, cached for an hour. A failure is retried with the next call. */
export function discovered(asked: ClientOf): Promise<Configuration> {
  const { issuer, clientId, secret, authenticate, patienceMs } = asked
  const key = [issuer, clientId, secret, authenticate !== undefined, patienceMs].join(' ')
  const kept = known.get(key)
  if (kept && Date.now() - kept.at < CACHE_MS) return kept.client
  const client = discover(asked)
  known.set(key, { client, at: Date.now() })
  client.catch(() => known.delete(key))
  return client
}

async function discover({ authenticate, ...asked }: ClientOf): Promise<Configuration> {
  const { issuer, clientId, secret, patienceMs } = asked
  const { discovery, enableNonRepudiationChecks, ClientSecretBasic, ClientSecretPost } = await openid()
  const execute = [enableNonRepudiationChecks, ...(await forLoopback(issuer))]
  const options = { execute, timeout: patienceMs / 1000 }
  const client = await discovery(new URL(issuer), clientId, secret, authenticate, options)
  if (authenticate !== undefined) return client
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = client.serverMetadata()
  const auth = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
  return made(client.serverMetadata(), { ...asked, auth, isOpenid: true })
}

/** Returns the configuration of an OAuth provider without discovery. */
export async function described(
  endpoints: { authorization_endpoint: string; token_endpoint: string },
  { inHeader, ...asked }: ClientOf & { inHeader: boolean },
): Promise<Configuration> {
  const { ClientSecretBasic, ClientSecretPost } = await openid()
  const { issuer, secret } = asked
  const auth = inHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret)
  return made({ issuer, ...endpoints }, { ...asked, auth, isOpenid: false })
}

async function made(
  server: ServerMetadata,
  {
    issuer,
    clientId,
    secret,
    patienceMs,
    auth,
    isOpenid,
  }: ClientOf & { auth: ClientAuth; isOpenid: boolean },
): Promise<Configuration> {
  const { Configuration, enableNonRepudiationChecks } = await openid()
  const client = new Configuration(server, clientId, secret, auth)
  client.timeout = patienceMs / 1000
  if (isOpenid) enableNonRepudiationChecks(client)
  for (const allow of await forLoopback(issuer)) allow(client)
  return client
}

// AUTH_FILE allows http for loopback addresses only: for tests, and for a provider behind the same proxy.
async function forLoopback(issuer: string): Promise<((client: Configuration) => void)[]> {
  if (issuer.startsWith('https:')) return []
  const { allowInsecureRequests } = await openid()
  return [allowInsecureRequests]
}
