import { AuthClient, type Session, type SupportedStorage } from '@supabase/auth-js'

export function createDevice(): SupportedStorage & { items: Map<string, string> } {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

interface Options {
  /** Several clients with one device are tabs of one app. */
  device?: SupportedStorage
  /** The client address of its requests. */
  ip?: string
  flowType?: 'implicit' | 'pkce'
  fetch?: typeof fetch
  headers?: Record<string, string>
}

/** Creates the client that apps use, connected to a running product. */
export function createAuthClient(
  address: string,
  {
    device = createDevice(),
    ip = '198.51.100.77',
    flowType = 'implicit',
    headers = {},
    fetch: send = fetch,
  }: Options = {},
) {
  const client = new AuthClient({
    url: `${address}/auth/v1`,
    headers: { apikey: 'anon', 'x-forwarded-for': ip, ...headers },
    storage: device,
    storageKey: 'b2b',
    persistSession: true,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType,
    fetch: send,
    experimental: { passkey: true },
  })
  /** The names of the events that the client emitted, in order. */
  const notified: string[] = []
  client.onAuthStateChange((event) => void notified.push(event))
  return { client, notified }
}

/** Returns the user that our own API sees with the token of a session. */
export async function fetchMe(address: string, session: Pick<Session, 'access_token'> | null) {
  const answer = await fetch(`${address}/api/v1/me`, {
    headers: { authorization: `Bearer ${session?.access_token}` },
  })
  return (await answer.json()) as { email: string } | null
}
