import { afterAll, beforeEach, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '~tests/support/app'
import { createPostman } from '~tests/support/stored-emails'
import { createKeyClient, createRestClient, createTestKey } from './testing'

const app = await startTestApp()
afterAll(app.stop)
const cookie = await app.signIn('temi')
const otherCookie = await app.signIn('customer')
const createClient = (session: string) =>
  createRestClient(app, { cookie: session, origin: app.address, 'x-forwarded-for': app.someAddress() })
const send = createClient(cookie)
const create = (given: object = {}) =>
  send('POST', '/account/api-keys', {
    name: 'Box office',
    scopes: ['events:read'],
    expiresInDays: 90,
    ...given,
  })
const listEvents = (kind: string) =>
  app.db
    .selectFrom('security_events')
    .select(['details', 'count'])
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .execute()

beforeEach(async () => {
  await app.db.deleteFrom('api_keys').execute()
  await app.db.deleteFrom('security_events').execute()
  await app.limits.reset('api_key_create', getPersonId('temi'))
})

test('a new key is shown once, and only its hash is stored', async () => {
  const { status, body } = await create({
    name: '  Box   office ',
    scopes: ['orders:read', 'events:read', 'orders:read'],
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    key: expect.stringMatching(/^b2b_[\w-]{43}$/),
    apiKey: expect.objectContaining({
      name: 'Box office',
      scopes: ['orders:read', 'events:read'],
      prefix: String(body['key']).slice(0, 8),
      isExpired: false,
      lastUsedAt: null,
    }),
  })
  const list = await send('GET', '/account/api-keys')
  expect(list.body).toEqual({ keys: [body['apiKey']] })
  const rows = await app.db.selectFrom('api_keys').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(String(body['key']).slice(8))
  expect((await createClient(otherCookie)('GET', '/account/api-keys')).body).toEqual({ keys: [] })
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['admin:write'] }, 'scopes.0'],
  [{ expiresInDays: 31 }, 'expiresInDays'],
])('refuses to create a key with %j', async (given, path) => {
  const { status, body } = await create(given)
  expect([status, body.code, body.data]).toEqual([
    400,
    'BAD_REQUEST',
    { fields: [expect.objectContaining({ path })] },
  ])
})

test('a key without an expiry never expires', async () => {
  expect((await create({ expiresInDays: null })).body['apiKey']).toMatchObject({ expiresAt: null })
})

test('a session without a recent sign-in can revoke keys but not create them', async () => {
  const session = await app.signIn('temi')
  const { apiKey } = await createTestKey(app, session, ['events:read'])
  await app.db.updateTable('sessions').set({ amr: '[{"method":"password","timestamp":0}]' }).execute()
  const old = createClient(session)
  const refused = await old('POST', '/account/api-keys', {
    name: 'Box office',
    scopes: ['events:read'],
    expiresInDays: 30,
  })
  expect([refused.status, refused.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
  expect((await old('DELETE', `/account/api-keys/${apiKey.id}`)).status).toBe(200)
  const amr = JSON.stringify([{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }])
  await app.db.updateTable('sessions').set({ amr }).execute()
})

test('a person has at most 20 active keys, also with simultaneous requests', async () => {
  const created = await Promise.all(Array.from({ length: 22 }, () => create()))
  expect(created.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(created.filter(({ status }) => status === 409)).toHaveLength(2)
  expect(created.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_KEYS')
  const [key] = (await app.db.selectFrom('api_keys').select('id').execute()).map(({ id }) => id)
  await app.db
    .updateTable('api_keys')
    .set({ expires_at: new Date(0) })
    .where('id', '=', String(key))
    .execute()
  expect((await create()).status, 'an expired key doesn’t count').toBe(200)
})

test('a person can create 50 keys a day', async () => {
  const userId = getPersonId('temi')
  const limit = { points: 50, seconds: 86_400 }
  for (let count = 0; count < 50; count += 1) await app.limits.consume('api_key_create', userId, limit)
  const { status, body } = await create()
  expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
})

test('only the owner can revoke a key, and only once', async () => {
  const { apiKey } = await createTestKey(app, cookie, ['events:read'])
  const path = `/account/api-keys/${apiKey.id}`
  const other = await createClient(otherCookie)('DELETE', path)
  expect([other.status, other.body.code]).toEqual([404, 'NOT_FOUND'])
  expect((await send('DELETE', '/account/api-keys/nothing')).status).toBe(404)
  expect((await send('DELETE', path)).status).toBe(200)
  expect((await send('DELETE', path)).status).toBe(404)
  expect((await send('GET', '/account/api-keys')).body).toEqual({ keys: [] })
})

test('the owner is notified of new and revoked keys, which are also in the security log', async () => {
  const session = await app.signIn('juno')
  const postman = createPostman(app.dataDir)
  const { apiKey } = await createTestKey(app, session, ['events:read'], 'Phone of Juno')
  const created = await postman.next(getPersonEmail('juno'))
  expect(created.subject).toBe('An API key was created')
  expect(created.text).toContain('/dashboard/settings#api-keys')
  await createClient(session)('DELETE', `/account/api-keys/${apiKey.id}`)
  expect((await postman.next(getPersonEmail('juno'))).subject).toBe('An API key was revoked')
  const details = { name: `Phone of Juno (${apiKey.prefix})` }
  expect(await listEvents('api_key_created')).toEqual([{ details, count: 1 }])
  expect(await listEvents('api_key_revoked')).toEqual([{ details, count: 1 }])
})

test('an account without a verified email or phone can’t create keys, and a takeover deletes earlier ones', async () => {
  const id = getPersonId('customer')
  const { key } = await createTestKey(app, otherCookie, ['orders:read'])
  const getStatus = async () => (await createKeyClient(app, key)('GET', '/orders')).status
  expect(await getStatus()).toBe(200)
  const { email_verified_at: verifiedAt } = await app.db
    .selectFrom('accounts')
    .select('email_verified_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const update = (change: { email_verified_at?: Date | null; taken_over_at?: Date }) =>
    app.db.updateTable('accounts').set(change).where('id', '=', id).execute()
  await update({ email_verified_at: null })
  const given = { name: 'Box office', scopes: ['orders:read'], expiresInDays: 30 }
  const refused = await createClient(otherCookie)('POST', '/account/api-keys', given)
  expect([refused.status, refused.body.code]).toEqual([403, 'VERIFY_FIRST'])
  await update({ email_verified_at: verifiedAt })
  await update({ taken_over_at: new Date() })
  expect(await getStatus()).toBe(401)
})
