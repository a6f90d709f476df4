import type { startTestApp } from '~tests/support/app'
import type { Scope } from '~/platform/rpc/scopes'
import type { ApiKey } from '../contract'

type App = Pick<Awaited<ReturnType<typeof startTestApp>>, 'address' | 'someAddress'>

interface JsonResponse {
  status: number
  headers: Headers
  body: { code?: string; data?: Record<string, unknown> } & Record<string, unknown>
}

/**
 * Creates a client of /api/v1 that sends these headers, and request bodies as JSON. Requests come from one network.
 */
export function createRestClient(app: App, headers: Record<string, string>) {
  return async (method: string, path: string, body?: object, more: object = {}): Promise<JsonResponse> => {
    const response = await fetch(`${app.address}/api/v1${path}`, {
      method,
      headers: {
        'x-forwarded-for': '192.0.2.7',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }
}

/** Creates a client that uses an API key. */
export function createKeyClient(app: App, key: string) {
  return createRestClient(app, { authorization: `Bearer ${key}` })
}

/** Creates an API key as the person of a session. */
export async function createTestKey(
  app: App,
  cookie: string,
  scopes: readonly Scope[],
  name = 'Box office',
): Promise<{ apiKey: ApiKey; key: string }> {
  const send = createRestClient(app, { cookie, origin: app.address, 'x-forwarded-for': app.someAddress() })
  const { status, body } = await send('POST', '/account/api-keys', { name, scopes, expiresInDays: 30 })
  if (status !== 200) throw new Error(`could not create a key: ${JSON.stringify(body)}`)
  return body as never
}
