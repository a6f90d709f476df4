import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose'
import { allowInsecureRequests, customFetch, discovery } from 'openid-client'
import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'

const app = await startTestApp()
afterAll(app.stop)

const ISSUER = 'http://localhost:3000/auth/v1'

const toTestApp = (url: string, init?: RequestInit) =>
  fetch(url.replace('http://localhost:3000', app.address), init)

test.each(['oidc', 'oauth2'] as const)(
  'A-08 a verifier that knows only our issuer finds our keys (%s)',
  async (kind) => {
    const found = await discovery(new URL(ISSUER), 'any-verifier', undefined, undefined, {
      algorithm: kind,
      execute: [allowInsecureRequests],
      [customFetch]: (url, { body: _body, ...init }) => toTestApp(url, init),
    })
    const metadata = found.serverMetadata()
    expect(metadata).toMatchObject({ issuer: ISSUER, id_token_signing_alg_values_supported: ['ES256'] })

    const { client } = createAuthClient(app.address)
    const { data } = await client.signInWithPassword({
      email: getPersonEmail('mara'),
      password: DEMO_PASSWORD,
    })
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), { [joseFetch]: toTestApp })
    const { payload } = await jwtVerify(data.session?.access_token ?? '', keys, {
      issuer: metadata.issuer,
      audience: 'authenticated',
      algorithms: metadata.id_token_signing_alg_values_supported as string[],
    })
    expect(payload.sub).toBe(getPersonId('mara'))
  },
)

test.each([
  '/auth/v1/.well-known/openid-configuration',
  '/auth/v1/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/auth/v1',
])('A-08 %s is public and cacheable', async (path) => {
  const answer = await fetch(`${app.address}${path}`, { headers: { origin: 'https://app.example' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toMatchObject({ issuer: ISSUER, jwks_uri: `${ISSUER}/.well-known/jwks.json` })
})
