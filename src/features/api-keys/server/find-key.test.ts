import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonId } from '~demo/people'
import type { RequestScope } from '~/platform/http/request-scope'
import { startTestApp } from '~tests/support/app'
import { createKeyFinder } from './find-key'
import { createKeyClient, createRestClient, createTestKey } from './testing'

const app = await startTestApp()
afterAll(app.stop)
const { db } = app
const cookie = await app.signIn('temi')
const otherCookie = await app.signIn('customer')
let made: Awaited<ReturnType<typeof createTestKey>>
let send: ReturnType<typeof createKeyClient>
beforeEach(async () => {
  made = await createTestKey(app, cookie, ['events:read', 'profile:read'])
  send = createKeyClient(app, made.key)
})

const INVALID = [401, 'INVALID_API_KEY', 'Bearer error="invalid_token"']
async function tryKey(path = '/me/profile') {
  const { status, headers, body } = await send('GET', path)
  return [status, body.code, headers.get('www-authenticate')]
}

test('a key makes the calls of its scopes as its owner, and an error names a missing scope', async () => {
  const profile = await send('GET', '/me/profile')
  expect([profile.status, profile.body['id']]).toEqual([200, getPersonId('temi')])
  const { status, headers, body } = await send('GET', '/bookings')
  expect([status, body.code, body.data]).toEqual([403, 'SCOPE_REQUIRED', { scope: 'bookings:read' }])
  expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="bookings:read"')
  expect(await tryKey('/account')).toEqual([403, 'API_KEY_NOT_ACCEPTED', null])
})

test('a key takes precedence over the cookie of another person, and needs no Origin header', async () => {
  const profile = await send('GET', '/me/profile', undefined, { cookie: otherCookie })
  expect(profile.body['id']).toBe(getPersonId('temi'))
  const writer = await createTestKey(app, cookie, ['events:write'])
  const draft = await createKeyClient(app, writer.key)('POST', '/me/events', {}, { cookie: otherCookie })
  expect([draft.status, draft.body.code]).toEqual([400, 'BAD_REQUEST'])
})

test('a key is no session: outside of /api/v1, its requests count as signed out', async () => {
  const headers = { authorization: `Bearer ${made.key}`, cookie, 'content-type': 'application/json' }
  const statuses: Record<string, number> = {}
  for (const path of [
    '/api/rpc/members/myProfile',
    '/api/live',
    '/api/v1/me/events/nothing/attendees.csv',
    '/account/activity.csv',
    '/auth/v1/user',
  ]) {
    const method = path.startsWith('/api/rpc') ? 'POST' : 'GET'
    const response = await fetch(app.address + path, {
      method,
      headers,
      ...(method === 'POST' && { body: '{}' }),
    })
    statuses[path] = response.status
    await response.body?.cancel()
  }
  expect(statuses).toEqual({
    '/api/rpc/members/myProfile': 401,
    '/api/live': 401,
    '/api/v1/me/events/nothing/attendees.csv': 401,
    '/account/activity.csv': 401,
    '/auth/v1/user': 403,
  })
})

test('refuses an unknown key, even for public calls or with a valid cookie', async () => {
  for (const key of ['b2b_', 'b2b_nothing', `b2b_${'x'.repeat(43)}`]) {
    const unknown = createRestClient(app, { authorization: `Bearer ${key}`, cookie })
    const { status, headers, body } = await unknown('GET', '/events')
    expect([status, body.code, headers.get('www-authenticate')]).toEqual(INVALID)
  }
  expect((await fetch(`${app.address}/api/v1/events`)).status).toBe(200)
})

test('refuses a malformed key without a query', async () => {
  const { limits } = app
  const unused = new Proxy(db, {
    get: () => {
      throw new Error('the database was used')
    },
  })
  const findKey = createKeyFinder({ db: unused, limits })
  const find = (token: string) => {
    const headers = new Headers({ authorization: `Bearer ${token}` })
    return findKey({ headers, ip: '192.0.2.1', responseHeaders: new Headers() } as RequestScope)
  }
  for (const token of ['b2b_', `b2b_${'x'.repeat(42)}`, `b2b_${'x'.repeat(44)}`, `b2b_${'x'.repeat(42)}.`])
    expect((await find(token))?.caller).toBeNull()
  await expect(find(`b2b_${'x'.repeat(43)}`)).rejects.toThrow('the database was used')
})

test('expired and revoked keys are invalid, as are the keys of suspended and deleted owners', async () => {
  const { id } = made.apiKey
  expect((await tryKey())[0]).toBe(200)
  await db.updateTable('api_keys').set({ expires_at: new Date() }).where('id', '=', id).execute()
  expect(await tryKey()).toEqual(INVALID)
  await db.updateTable('api_keys').set({ expires_at: null }).where('id', '=', id).execute()
  expect((await tryKey())[0]).toBe(200)
  const suspend = (until: Date | null) =>
    db.updateTable('accounts').set({ suspended_until: until }).where('id', '=', getPersonId('temi')).execute()
  await suspend(new Date(Date.now() + 60_000))
  expect(await tryKey()).toEqual(INVALID)
  await suspend(null)
  expect((await tryKey())[0]).toBe(200)
  const owner = createRestClient(app, { cookie, origin: app.address })
  expect((await owner('DELETE', `/account/api-keys/${id}`)).status).toBe(200)
  expect(await tryKey()).toEqual(INVALID)
  await db.deleteFrom('api_keys').where('id', '=', id).execute()
  expect(await tryKey()).toEqual(INVALID)
})

test('deleting an account deletes its keys', async () => {
  const { key } = await createTestKey(app, await app.signIn('juno'), ['profile:read'])
  const juno = createKeyClient(app, key)
  expect((await juno('GET', '/me/profile')).status).toBe(200)
  // Removes Juno as organizer, because upcoming events would block the deletion.
  await db
    .updateTable('events')
    .set({ organizer_id: null })
    .where('organizer_id', '=', getPersonId('juno'))
    .execute()
  const admin = createRestClient(app, { cookie: await app.signIn('admin'), origin: app.address })
  const path = `/admin/users/${getPersonId('juno')}/remove`
  expect((await admin('POST', path, { password: DEMO_PASSWORD })).status).toBe(200)
  expect((await juno('GET', '/me/profile')).body.code).toBe('INVALID_API_KEY')
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('user_id', '=', getPersonId('juno'))
    .execute()
  expect(rows).toEqual([])
})

test('a key has the current roles of its owner, but never staff roles', async () => {
  const { key } = await createTestKey(app, await app.signIn('admin'), ['events:read'])
  const findKey = createKeyFinder({ db, limits: app.limits })
  const findRoles = async (token: string) => {
    const headers = new Headers({ authorization: `Bearer ${token}` })
    const access = await findKey({ headers, ip: '192.0.2.1', responseHeaders: new Headers() } as RequestScope)
    return access?.caller?.roles
  }
  expect(await findRoles(key)).toEqual(['user'])
  const setRole = (role: string) =>
    sql`update user_roles set role = ${role} where user_id = ${getPersonId('temi')}`.execute(db)
  await setRole('customer')
  expect(await findRoles(made.key)).toEqual(['customer'])
  await setRole('user')
  expect(await findRoles(made.key)).toEqual(['user'])
})

test('stores the time of a key’s last use, at most once a minute', async () => {
  const { id } = made.apiKey
  const getLastUse = async () => {
    const query = db.selectFrom('api_keys').select('last_used_at').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).last_used_at
  }
  expect(await getLastUse()).toBeNull()
  await tryKey()
  const first = await getLastUse()
  expect(first).not.toBeNull()
  await tryKey()
  expect(await getLastUse()).toEqual(first)
  const earlier = new Date(Date.now() - 61_000)
  await db.updateTable('api_keys').set({ last_used_at: earlier }).where('id', '=', id).execute()
  await tryKey()
  expect(await getLastUse()).not.toEqual(earlier)
})

test('a key that has used up its calls gets 429 with the time to wait, and other keys still work', async () => {
  const other = createKeyClient(app, (await createTestKey(app, cookie, ['profile:read'])).key)
  const limit = { points: 600, seconds: 60 }
  for (let count = 0; count < 600; count += 1) await app.limits.consume('api_key', made.apiKey.id, limit)
  const { status, headers, body } = await send('GET', '/me/profile')
  expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(headers.get('retry-after')).toBe(String(body.data?.['retryAfterSeconds']))
  expect((await other('GET', '/me/profile')).status).toBe(200)
})

test('the keys of a person share 1,200 calls a minute', async () => {
  const limit = { points: 1200, seconds: 60 }
  await app.limits.reset('api_key_owner', getPersonId('temi'))
  for (let count = 0; count < 1200; count += 1)
    await app.limits.consume('api_key_owner', getPersonId('temi'), limit)
  const { status, body } = await send('GET', '/me/profile')
  expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  await app.limits.reset('api_key_owner', getPersonId('temi'))
  expect((await send('GET', '/me/profile')).status).toBe(200)
  // A revoked key may be in another person's hands, so calls with it must not use up the limit of the owner's valid
  // keys.
  for (let count = 1; count < 1199; count += 1)
    await app.limits.consume('api_key_owner', getPersonId('temi'), limit)
  const revoked = createKeyClient(app, (await createTestKey(app, cookie, ['profile:read'])).key)
  await db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', getPersonId('temi'))
    .where('id', '!=', made.apiKey.id)
    .execute()
  for (let count = 0; count < 3; count += 1) expect((await revoked('GET', '/me/profile')).status).toBe(401)
  expect((await send('GET', '/me/profile')).status).toBe(200)
})
