import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client'

/** Loaded with the first person who comes that way. */
export const openid = () => import('openid-client')

const KEPT_MS = 60 * 60 * 1000

const known = new Map<string, { client: Promise<Configuration>; at: number }>()

/** Writes into the body who we are. openid-client waits for it, though its types do not say so. */
type Authenticate = (...call: Parameters<ClientAuth>) => unknown

export interface ClientOf {
  issuer: string
  clientId: string
  /** How we say who we are; by default with the secret, as the provider says it takes it. */
  secret: string
  authenticate?: Authenticate
  /** How long each answer may take. */
  patienceMs: number
}

/** An OpenID provider as it describes itself, read again every hour. What failed is asked for again at once. */
export function discovered(asked: ClientOf): Promise<Configuration> {
  const { issuer, clientId, secret, authenticate, patienceMs } = asked
  const key = [issuer, clientId, secret, authenticate !== undefined, patienceMs].join(' ')
  const kept = known.get(key)
  if (kept && Date.now() - kept.at < KEPT_MS) return kept.client
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

/** A provider of OAuth alone, which describes itself in its handbook. */
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

// AUTH_FILE takes http for this machine alone: tests, and a provider of the house behind the same proxy.
async function forLoopback(issuer: string): Promise<((client: Configuration) => void)[]> {
  if (issuer.startsWith('https:')) return []
  const { allowInsecureRequests } = await openid()
  return [allowInsecureRequests]
}
