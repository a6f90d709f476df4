import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const CLIENT = { clientId: 'back-to-back', clientSecret: 'a secret between the two of us' }

/**
 * Runs oidc-provider, a certified implementation, on a local port. It accepts every name as an email at @label.example.
 */
export async function startIdentityProvider() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /** Starts serving once the product's address is known. */
    serve: (product: string) => {
      const provider = makeProvider(issuer, `${product}/auth/v1/callback`)
      const answer = provider.callback()
      server.on('request', (request, response) => {
        if (request.url?.startsWith('/login/')) void logIn(provider, request, response)
        else void answer(request, response)
      })
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function makeProvider(issuer: string, callback: string): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['for these journeys alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@label.example`, email_verified: true, name: 'Noor de Wit' }),
    }),
    // Skips the consent page.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

/** Shows a sign-in form with one field, for the name. The name `nobody` is refused. */
async function logIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<!doctype html><html lang="en"><title>Label</title><link rel="icon" href="data:,"><main><form method="post"><label>Name <input name="person"></label><button>Continue</button></form></main>',
    )
    return
  }
  let body = ''
  for await (const piece of request) body += String(piece)
  const person = new URLSearchParams(body).get('person') ?? ''
  const result =
    person === 'nobody'
      ? { error: 'access_denied', error_description: 'went away' }
      : { login: { accountId: person } }
  await provider.interactionFinished(request, response, result)
}
