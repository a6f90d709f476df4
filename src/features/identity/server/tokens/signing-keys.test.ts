import { createHmac } from 'node:crypto'
import { base64url, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { createTokens } from './access-token'
import { createSigningKeys, rotateSigningKey } from './signing-keys'

const { db, drop } = await createTestDatabase()
afterAll(drop)
const secret = 'a secret of the tests, long enough for anybody'
const publicUrl = 'https://b2b.example'
const clock = { now: new Date('2026-11-20T22:00:00Z') }
const now = () => clock.now
const later = (minutes: number) => (clock.now = new Date(clock.now.getTime() + minutes * 60_000))
const tokensOf = (options: { secret?: string; publicUrl?: string } = {}) =>
  createTokens({ db, secret, publicUrl, now, ...options })

const who = () => ({ userId: newId(), sessionId: newId() })

beforeEach(async () => {
  await db.deleteFrom('signing_keys').execute()
})

test('creates the first key once, even when several processes start', async () => {
  const houses = Array.from({ length: 6 }, () => createSigningKeys({ db, secret, now }))
  const ids = await Promise.all(houses.map(async (keys) => (await keys.current()).id))
  expect(new Set(ids).size).toBe(1)
  const [row] = await db.selectFrom('signing_keys').selectAll().execute()
  const privatePart = String(row?.private_sealed.toString('latin1'))
  expect(privatePart).not.toContain('"d"')
  expect(row?.public_jwk).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
  expect(row?.public_jwk).not.toHaveProperty('d')
})

test('every process accepts an access token for one hour only', async () => {
  const [here, there] = [tokensOf(), tokensOf()]
  const person = who()
  const { token, expiresAt } = await here.accessTokens.sign({
    ...person,
    claims: { aal: 'aal1' },
    now: clock.now,
  })
  expect(expiresAt).toBe(clock.now.getTime() / 1000 + 3600)
  expect(await there.accessTokens.find(token, clock.now)).toMatchObject(person)
  const end = new Date(clock.now.getTime() + 3_600_000)
  expect(await there.accessTokens.find(token, new Date(end.getTime() - 1000))).toMatchObject(person)
  expect(await there.accessTokens.find(token, end)).toBeUndefined()
  expect(await tokensOf().accessTokens.find(token, end)).toBeUndefined()
})

test('a new key is published 15 minutes before it signs; the old one verifies until its last token expires', async () => {
  const site = tokensOf()
  const person = who()
  const sign = async () => (await site.accessTokens.sign({ ...person, claims: {}, now: clock.now })).token
  const kid = async () => (await site.signingKeys.current()).id
  const old = await kid()
  const { id: fresh } = await rotateSigningKey(db, { secret, now: clock.now, isImmediate: false })
  later(2)
  expect((await site.signingKeys.published()).map((key) => key.kid)).toEqual([old, fresh])
  expect(await kid()).toBe(old)
  later(12)
  const last = await sign()
  later(2)
  expect(await kid()).toBe(fresh)
  expect(await site.accessTokens.find(last, clock.now)).toMatchObject(person)
  later(57)
  expect(await tokensOf().accessTokens.find(last, clock.now)).toMatchObject(person)
  later(10)
  expect((await site.signingKeys.published()).map((key) => key.kid)).toEqual([fresh])
  expect(await tokensOf().accessTokens.find(await sign(), clock.now)).toMatchObject(person)
})

test('a revoked key is refused a minute later, even for tokens that were accepted before', async () => {
  const site = tokensOf()
  const { token } = await site.accessTokens.sign({ ...who(), claims: {}, now: clock.now })
  expect(await site.accessTokens.find(token, clock.now)).toBeDefined()
  const { id } = await rotateSigningKey(db, { secret, now: clock.now, isImmediate: true })
  later(1)
  expect(await site.accessTokens.find(token, clock.now)).toBeUndefined()
  expect((await site.signingKeys.current()).id).toBe(id)
})

test('with another SECRET new keys are created, and old tokens are refused', async () => {
  const { token } = await tokensOf().accessTokens.sign({ ...who(), claims: {}, now: clock.now })
  const after = tokensOf({ secret: 'another secret of the tests, as long as that' })
  expect(await after.accessTokens.find(token, clock.now)).toBeUndefined()
  expect(await after.signingKeys.published()).toHaveLength(1)
})

test('A-08 refuses tokens that are forged, unsigned, expired, for another site, or signed with another algorithm', async () => {
  const site = tokensOf()
  const person = who()
  const claims = { session_id: person.sessionId }
  const key = await site.signingKeys.current()
  const [publicJwk] = await site.signingKeys.published()
  /** Creates a token like ours, with the given differences. */
  const build = (other: { header?: object; payload?: object } = {}) =>
    new SignJWT({
      ...claims,
      iss: `${publicUrl}/auth/v1`,
      sub: person.userId,
      aud: 'authenticated',
      exp: clock.now.getTime() / 1000 + 60,
      ...other.payload,
    }).setProtectedHeader({ alg: 'ES256', kid: key.id, typ: 'JWT', ...other.header })
  const find = (token: string) => site.accessTokens.find(token, clock.now)
  const good = await build().sign(key.privateKey)
  expect(await find(good)).toMatchObject(person)

  const stranger = await generateKeyPair('ES256', { extractable: true })
  const [header = '', payload = ''] = good.split('.')
  const asHmac = `${base64url.encode(JSON.stringify({ alg: 'HS256', kid: key.id, typ: 'JWT' }))}.${payload}`
  const secretOfPublic = JSON.stringify(publicJwk)
  const forged = {
    'signed by another key': await build().sign(stranger.privateKey),
    'a key in its head': await build({ header: { jwk: await exportJWK(stranger.publicKey) } }).sign(
      stranger.privateKey,
    ),
    'no key named': await build({ header: { kid: undefined } }).sign(key.privateKey),
    unsigned: new UnsecuredJWT(claims)
      .setIssuer(`${publicUrl}/auth/v1`)
      .setSubject(person.userId)
      .setAudience('authenticated')
      .encode(),
    'the public key as a password': `${asHmac}.${createHmac('sha256', secretOfPublic).update(asHmac).digest('base64url')}`,
    'no signature': `${header}.${payload}.`,
    'another payload': `${header}.${base64url.encode(JSON.stringify({ ...claims, sub: newId() }))}.${good.split('.')[2]}`,
    'for somebody else': await build({ payload: { aud: 'anon' } }).sign(key.privateKey),
    'of another site': await build({ payload: { iss: 'https://evil.example/auth/v1' } }).sign(key.privateKey),
    'of nobody': await build({ payload: { sub: 'nobody' } }).sign(key.privateKey),
    'without end': await build({ payload: { exp: undefined } }).sign(key.privateKey),
    over: await build({ payload: { exp: clock.now.getTime() / 1000 - 1 } }).sign(key.privateKey),
    'not of this kind': await build({ header: { typ: 'at+jwt' } }).sign(key.privateKey),
    nonsense: 'nonsense',
  }
  for (const [name, token] of Object.entries(forged)) expect(await find(token), name).toBeUndefined()
})

test('made-up key ids cause at most one database query a second', async () => {
  const keys = createSigningKeys({ db, secret, now })
  const { accessTokens } = tokensOf()
  await accessTokens.sign({ ...who(), claims: {}, now: clock.now })
  await keys.current()
  const before = await keys.published()
  await db.deleteFrom('signing_keys').execute()
  for (let n = 0; n < 20; n++) expect(await keys.find(newId())).toBeUndefined()
  // Still the cached keys: no second query within this second.
  expect(await keys.find(before[0]?.kid ?? '')).toBeDefined()
  later(1 / 30)
  expect(await keys.find(newId())).toBeUndefined()
  expect(await keys.find(before[0]?.kid ?? '')).toBeUndefined()
})
