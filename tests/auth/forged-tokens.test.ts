import { createHmac } from 'node:crypto'
import { base64url, exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { createServiceToken } from '~/features/identity/server/tokens/service-token'
import { createSigningKeys } from '~/features/identity/server/tokens/signing-keys'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'

// Forged tokens and tokens for another purpose, at every kind of endpoint.
const app = await startTestApp()
const { address, db, secret, someAddress } = app
const ISSUER = 'http://localhost:3000/auth/v1'
const seconds = () => Math.floor(Date.now() / 1000)
let good = { access: '', refresh: '', sessionId: '' }
let forged: Readonly<Record<string, string>> = {}

async function signIn(key: string) {
  const made = createAuthClient(address, { ip: someAddress() })
  const { data, error } = await made.client.signInWithPassword({
    email: getPersonEmail(key),
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  const { access_token: access, refresh_token: refresh } = data.session
  const [, payload = ''] = access.split('.')
  const { session_id: sessionId } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { ...made, access, refresh, sessionId: String(sessionId) }
}

beforeAll(async () => {
  good = await signIn('admin')
  const keys = createSigningKeys({ db, secret })
  const own = await keys.current()
  const [jwk] = await keys.published()
  if (jwk === undefined) throw new Error('no key is published')
  const publicKey = await importJWK(jwk, 'ES256', { extractable: true })
  const stranger = await generateKeyPair('ES256', { extractable: true })
  const rsa = await generateKeyPair('RS256')
  const claims = { sub: getPersonId('admin'), session_id: good.sessionId, aal: 'aal2', role: 'service_role' }
  const build = (payload: object = {}, header: object = {}) =>
    new SignJWT({
      ...claims,
      iss: ISSUER,
      aud: 'authenticated',
      iat: seconds(),
      exp: seconds() + 600,
      ...payload,
    }).setProtectedHeader({ alg: 'ES256', kid: own.id, typ: 'JWT', ...header })
  // Control: the unmodified token is valid, so each refusal below is due to the change.
  good.access = await build().sign(own.privateKey)
  const [head = '', body = '', signature = ''] = good.access.split('.')
  const hs256 = (key: string) => {
    const text = `${base64url.encode(JSON.stringify({ alg: 'HS256', kid: own.id, typ: 'JWT' }))}.${body}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const none = (alg: string) =>
    `${base64url.encode(JSON.stringify({ alg, kid: own.id, typ: 'JWT' }))}.${body}.`
  const sealed = await createServiceToken(db, { name: 'of a program', now: new Date() })
  const cookie = await app.signIn('admin')
  const ended = await signIn('admin')
  await ended.client.signOut({ scope: 'local' })
  forged = {
    'signed by a stranger': await build().sign(stranger.privateKey),
    'with its own key in the head': await build({}, { jwk: await exportJWK(stranger.publicKey) }).sign(
      stranger.privateKey,
    ),
    'with its key elsewhere': await build({}, { jku: 'https://evil.example/jwks.json' }).sign(
      stranger.privateKey,
    ),
    'by another kind of key': await new SignJWT({ ...claims, iss: ISSUER, aud: 'authenticated' })
      .setProtectedHeader({ alg: 'RS256', kid: own.id, typ: 'JWT' })
      .setExpirationTime('10m')
      .sign(rsa.privateKey),
    'without a key': await build({}, { kid: undefined }).sign(own.privateKey),
    'by a key that never was': await build({}, { kid: newId() }).sign(own.privateKey),
    'by a key out of a file': await build({}, { kid: '../../../../dev/null' }).sign(own.privateKey),
    'unsigned (alg none)': new UnsecuredJWT(claims)
      .setIssuer(ISSUER)
      .setAudience('authenticated')
      .setExpirationTime('10m')
      .encode(),
    'alg none': none('none'),
    'alg nOnE': none('nOnE'),
    'no signature': `${head}.${body}.`,
    'the public key as a password, JWK': hs256(JSON.stringify(jwk)),
    'the public key as a password, PEM': hs256(
      publicKey instanceof Uint8Array ? '' : await exportSPKI(publicKey),
    ),
    'an empty password': hs256(' '),
    'another body': `${head}.${base64url.encode(JSON.stringify({ ...claims, sub: getPersonId('mara') }))}.${signature}`,
    'another audience': await build({ aud: 'anon' }).sign(own.privateKey),
    'no audience': await build({ aud: undefined }).sign(own.privateKey),
    'another issuer': await build({ iss: 'https://evil.example/auth/v1' }).sign(own.privateKey),
    'an issuer that only begins so': await build({ iss: `${ISSUER}/evil` }).sign(own.privateKey),
    expired: await build({ exp: seconds() - 1 }).sign(own.privateKey),
    'not yet good': await build({ nbf: seconds() + 600 }).sign(own.privateKey),
    endless: await build({ exp: undefined }).sign(own.privateKey),
    'of no session': await build({ session_id: newId() }).sign(own.privateKey),
    'of another kind': await build({}, { typ: 'at+jwt' }).sign(own.privateKey),
    'with something critical nobody knows': `${base64url.encode(JSON.stringify({ alg: 'ES256', kid: own.id, typ: 'JWT', crit: ['x'], x: 1 }))}.${body}.${signature}`,
    'of a session that ended': ended.access,
    'the token to refresh with': good.refresh,
    'the token of a program': sealed.token,
    'the cookie of a browser': cookie.slice(cookie.indexOf('=') + 1),
    'the id of the session': good.sessionId,
    nonsense: 'a.b.c',
    'too much of it': `${head}.${'A'.repeat(7000)}.${signature}`,
  }
})
afterAll(app.stop)

interface Door {
  name: string
  /** Whether a request with this token and cookie succeeds. */
  isOpen: (token: string | undefined, cookie?: string) => Promise<boolean>
}

async function ask(path: string, token: string | undefined, cookie?: string) {
  const abort = new AbortController()
  const answer = await fetch(`${address}${path}`, {
    headers: {
      'x-forwarded-for': someAddress(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
    },
    signal: abort.signal,
  })
  const isStream = answer.headers.get('content-type')?.includes('event-stream') === true
  const text = isStream ? '' : await answer.text()
  abort.abort()
  return { status: answer.status, text, headers: answer.headers }
}

const opens = async (path: string, token: string | undefined, cookie?: string) =>
  (await ask(path, token, cookie)).status === 200

const doors: Door[] = [
  {
    name: 'who am I (/api/v1/me)',
    isOpen: async (token, cookie) => {
      const { status, text } = await ask('/api/v1/me', token, cookie)
      expect(status).toBe(200)
      return text !== 'null'
    },
  },
  { name: 'a call of the panel', isOpen: (...who) => opens('/api/v1/admin/users', ...who) },
  { name: 'the auth service', isOpen: (...who) => opens('/auth/v1/user', ...who) },
  { name: 'the event stream', isOpen: (...who) => opens('/api/live', ...who) },
  { name: 'a file of the panel', isOpen: (...who) => opens('/admin/users.csv', ...who) },
]

describe.each(doors)('A-08 at $name', ({ name, isOpen }) => {
  test('a valid token is accepted, and a visitor is refused', async () => {
    expect(await isOpen(good.access)).toBe(true)
    expect(await isOpen(undefined)).toBe(false)
  })

  test('refuses every forged token', async () => {
    expect(Object.keys(forged).length).toBeGreaterThan(30)
    const opened: string[] = []
    for (const [kind, token] of Object.entries(forged)) if (await isOpen(token)) opened.push(kind)
    expect(opened).toEqual([])
  })

  test('another person’s cookie is ignored beside a token', async () => {
    const cookie = await app.signIn('admin')
    // The auth service ignores cookies.
    expect(await isOpen(undefined, cookie)).toBe(name !== 'the auth service')
    expect(await isOpen(forged['expired'], cookie)).toBe(false)
    expect(await isOpen(forged['alg none'], cookie)).toBe(false)
    expect(await isOpen('', cookie)).toBe(name !== 'the auth service')
    // If a request has an admin's cookie and a member's token, the token decides who the caller is.
    const { access } = await signIn('mara')
    const isForAll = ['who am I (/api/v1/me)', 'the auth service', 'the event stream'].includes(name)
    expect(await isOpen(access, cookie)).toBe(isForAll)
  })
})

test('A-08 a token takes precedence over another person’s cookie', async () => {
  const cookie = await app.signIn('admin')
  const { access } = await signIn('mara')
  const { text } = await ask('/api/v1/me', access, cookie)
  expect(JSON.parse(text)).toMatchObject({ email: getPersonEmail('mara') })
})

test('A-08 /auth/v1 refuses a token whose session belongs to a person other than its subject', async () => {
  const keys = createSigningKeys({ db, secret })
  const { id: kid, privateKey } = await keys.current()
  const mixed = await new SignJWT({ session_id: good.sessionId })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setSubject(getPersonId('mara'))
    .setIssuer(ISSUER)
    .setAudience('authenticated')
    .setExpirationTime('10m')
    .sign(privateKey)
  expect(await opens('/auth/v1/user', mixed)).toBe(false)
})
