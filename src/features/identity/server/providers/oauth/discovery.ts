import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client'

/** Loads the library with the first sign-in that needs it. */
export const importOpenid = () => import('openid-client')

const CACHE_MS = 60 * 60 * 1000

const known = new Map<string, { client: Promise<Configuration>; at: number }>()

/**
 * Adds our credentials to the body of a request to the provider. openid-client awaits this function, although its
 * types don’t say so.
 */
type Authenticate = (...call: Parameters<ClientAuth>) => unknown

export interface ClientSetup {
  issuer: string
  clientId: string
  /** Used to authenticate our client, by default in the way that the provider accepts. */
  secret: string
  authenticate?: Authenticate
  /** Timeout for each response. */
  patienceMs: number
}

/** Returns the configuration of an OpenID provider, cached for an hour. A failure is retried with the next call. */
export function getConfiguration(setup: ClientSetup): Promise<Configuration> {
  const { issuer, clientId, secret, authenticate, patienceMs } = setup
  const key = [issuer, clientId, secret, authenticate !== undefined, patienceMs].join(' ')
  const cached = known.get(key)
  if (cached && Date.now() - cached.at < CACHE_MS) return cached.client
  const client = fetchConfiguration(setup)
  known.set(key, { client, at: Date.now() })
  client.catch(() => known.delete(key))
  return client
}

async function fetchConfiguration({ authenticate, ...setup }: ClientSetup): Promise<Configuration> {
  const { issuer, clientId, secret, patienceMs } = setup
  const { discovery, enableNonRepudiationChecks, ClientSecretBasic, ClientSecretPost } = await importOpenid()
  const execute = [enableNonRepudiationChecks, ...(await listLoopbackOptions(issuer))]
  const options = { execute, timeout: patienceMs / 1000 }
  const client = await discovery(new URL(issuer), clientId, secret, authenticate, options)
  if (authenticate !== undefined) return client
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = client.serverMetadata()
  const auth = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
  return buildConfiguration(client.serverMetadata(), { ...setup, auth, isOpenid: true })
}

/** Returns the configuration of an OAuth provider without discovery. */
export async function createConfiguration(
  endpoints: { authorization_endpoint: string; token_endpoint: string },
  { inHeader, ...setup }: ClientSetup & { inHeader: boolean },
): Promise<Configuration> {
  const { ClientSecretBasic, ClientSecretPost } = await importOpenid()
  const { issuer, secret } = setup
  const auth = inHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret)
  return buildConfiguration({ issuer, ...endpoints }, { ...setup, auth, isOpenid: false })
}

async function buildConfiguration(
  server: ServerMetadata,
  {
    issuer,
    clientId,
    secret,
    patienceMs,
    auth,
    isOpenid,
  }: ClientSetup & { auth: ClientAuth; isOpenid: boolean },
): Promise<Configuration> {
  const { Configuration, enableNonRepudiationChecks } = await importOpenid()
  const client = new Configuration(server, clientId, secret, auth)
  client.timeout = patienceMs / 1000
  if (isOpenid) enableNonRepudiationChecks(client)
  for (const allow of await listLoopbackOptions(issuer)) allow(client)
  return client
}

// AUTH_FILE allows http for loopback addresses only: for tests, and for a provider behind the same proxy.
async function listLoopbackOptions(issuer: string): Promise<((client: Configuration) => void)[]> {
  if (issuer.startsWith('https:')) return []
  const { allowInsecureRequests } = await importOpenid()
  return [allowInsecureRequests]
}
