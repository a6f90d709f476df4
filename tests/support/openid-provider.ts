import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { type Adapter, type AdapterPayload, type Configuration, Provider } from 'oidc-provider'

/** The data of a person at the provider; `sub` is the name they type. */
export interface Person {
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
}

export const CALLBACK = 'http://localhost:3000/auth/v1/callback'
export const CLIENT = { clientId: 'back-to-back', clientSecret: 'a secret between the two of us' }

/**
 * Starts oidc-provider, a certified implementation, on a local port. People sign in by typing their name; the name
 * 'nobody' cancels.
 */
export async function startIdentityProvider(people: Record<string, Person>) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = 'the only one'
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const configuration: Configuration = {
    adapter: createMemory(),
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['for these tests alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    scopes: ['openid', 'email', 'profile', 'calendar'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    // Skips the consent page.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile calendar')
      await grant.save()
      return grant
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  }
  const provider = new Provider(issuer, configuration)
  const answer = provider.callback()
  /** Set `isSilent` to leave requests unanswered; `asked` lists the paths of the requests. */
  const mood: { isSilent: boolean; asked: string[] } = { isSilent: false, asked: [] }

  function logIn(request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html')
      response.end('<form method="post"><input name="person"></form>')
      return
    }
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      const person = new URLSearchParams(body).get('person') ?? ''
      const result =
        person === 'nobody'
          ? { error: 'access_denied', error_description: 'went away <b>angry</b>' }
          : { login: { accountId: person } }
      void provider.interactionFinished(request, response, result)
    })
  }

  server.on('request', (request, response) => {
    mood.asked.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (mood.isSilent) return
    if (request.url?.startsWith('/login/')) logIn(request, response)
    else void answer(request, response)
  })

  return {
    issuer,
    mood,
    publicKey,
    /** Creates an id token as mobile apps get it, with any claim changed. */
    idToken: (
      claims: JWTPayload,
      {
        key = privateKey,
        seconds = 600,
        header = {},
      }: { key?: CryptoKey; seconds?: number; header?: object } = {},
    ) =>
      new SignJWT({ iss: issuer, aud: CLIENT.clientId, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid, ...header })
        .setIssuedAt(Math.floor(Date.now() / 1000) + Math.min(0, seconds))
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Stores the provider's state in memory. The built-in adapter does too, but warns at every start. */
function createMemory(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()
  return (model) => ({
    upsert: async (id, payload) => void kept.set(`${model} ${id}`, payload),
    find: async (id) => kept.get(`${model} ${id}`),
    findByUid: async (uid) => [...kept].find(([key, one]) => key.startsWith(model) && one.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = kept.get(`${model} ${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void kept.delete(`${model} ${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, one] of kept) if (one.grantId === grantId) kept.delete(key)
    },
  })
}
