import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '~tests/support/app'
import { createUseRecorder } from './record-use'
import { createKeyClient, createRestClient, createTestKey } from './testing'

const app = await startTestApp()
afterAll(app.stop)
const { db } = app
const cookie = await app.signIn('temi')
const owner = createRestClient(app, { cookie, origin: app.address })
let made: Awaited<ReturnType<typeof createTestKey>>
let name: string
beforeEach(async () => {
  await db.deleteFrom('security_events').execute()
  made = await createTestKey(app, cookie, ['events:read', 'profile:read'])
  name = `“Box office (${made.apiKey.prefix})”`
})

/** Lists what the filter “API keys” of Security activity shows, without the keys that were created and revoked. */
async function listUses(): Promise<string[]> {
  return (await listActivity()).filter((line) => !/^API key (created|revoked)/.test(line))
}

async function listActivity(): Promise<string[]> {
  const { body } = await owner('GET', '/account/activity?family=api_keys')
  const events = body['events'] as { title: string; facts: string; ip: string }[]
  return events.map(({ title, facts, ip }) => `${title} · ${facts} · ${ip}`).toSorted()
}

test('the security log lists each call of a key once per network', async () => {
  const send = createKeyClient(app, made.key)
  await send('GET', '/me/profile')
  await send('GET', '/me/profile')
  await send('GET', '/events')
  await send('GET', '/me/profile', undefined, { 'x-forwarded-for': '2001:db8:1:2:3::4' })
  await send('GET', '/me/profile', undefined, { 'x-forwarded-for': '2001:db8:1:2:9::9' })
  expect(await listUses()).toEqual([
    `API key used · GET /events · ${name} · 192.0.2.7`,
    `API key used · GET /me/profile · ${name} · 192.0.2.7`,
    `API key used · GET /me/profile · ${name} · 2001:db8:1:2::/64`,
  ])
})

test('the security log lists refused calls, even those of a revoked key', async () => {
  const send = createKeyClient(app, made.key)
  await send('GET', '/bookings')
  await owner('DELETE', `/account/api-keys/${made.apiKey.id}`)
  expect((await send('GET', '/me/profile')).status).toBe(401)
  expect((await send('GET', '/me/profile')).status).toBe(401)
  expect(await listUses()).toEqual([
    `API key refused · GET /bookings · ${name} · 192.0.2.7`,
    `API key refused · GET /me/profile · ${name} · 192.0.2.7`,
  ])
})

test('the filter “API keys” also shows the keys that were created and revoked', async () => {
  await owner('DELETE', `/account/api-keys/${made.apiKey.id}`)
  const lines = await listActivity()
  expect(lines).toEqual([
    expect.stringContaining(`API key created · ${name} · `),
    expect.stringContaining(`API key revoked · ${name} · `),
  ])
})

test('records at most 20 networks of a call an hour, and 200 refused calls and networks of a key', async () => {
  const userId = await findOwner()
  const record = createUseRecorder(db)
  const start = Date.now() - 7_200_000
  const recordMany = (kind: 'api_key_used' | 'api_key_refused', call: string, minutes: number) =>
    Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        record({
          key: { ...made.apiKey, userId },
          call,
          kind,
          ip: `198.51.100.${index}`,
          at: new Date(start + minutes * 60_000),
        }),
      ),
    )
  const countRecorded = async () =>
    (
      await db
        .selectFrom('security_events')
        .select('count')
        .where('kind', 'in', ['api_key_used', 'api_key_refused'])
        .execute()
    )
      .map(({ count }) => count)
      .reduce((sum, count) => sum + count, 0)
  await recordMany('api_key_used', 'mcp', 0)
  expect(await countRecorded()).toBe(20)
  await recordMany('api_key_used', 'mcp', 59)
  expect(await countRecorded()).toBe(20)
  await recordMany('api_key_used', 'chat.messages.list', 59)
  expect(await countRecorded()).toBe(40)
  for (let call = 1; call <= 9; call += 1) await recordMany('api_key_refused', `call ${call}`, 59)
  expect(await countRecorded()).toBe(240)
  await recordMany('api_key_used', 'mcp', 60)
  expect(await countRecorded()).toBe(260)
})

test('several processes add to the same row within an hour, and the next hour gets a new row', async () => {
  const userId = await findOwner()
  const use = {
    key: { ...made.apiKey, userId },
    call: 'events.list',
    kind: 'api_key_used' as const,
    ip: '192.0.2.7',
  }
  const start = Date.now() - 7_200_000
  const processes = [createUseRecorder(db), createUseRecorder(db)]
  for (const minutes of [0, 1, 59]) {
    for (const record of processes) await record({ ...use, at: new Date(start + minutes * 60_000) })
  }
  expect(await listUses()).toHaveLength(1)
  for (const record of processes) await record({ ...use, at: new Date(start + 61 * 60_000) })
  expect(await listUses()).toHaveLength(2)
})

async function findOwner(): Promise<string> {
  const query = db.selectFrom('api_keys').select('user_id').where('id', '=', made.apiKey.id)
  return (await query.executeTakeFirstOrThrow()).user_id
}
