import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { seedDemo } from '~demo/seed-demo'
import { openConnectionPools, openDatabase } from '~/database/open-database'
import { hashPassword } from '~/features/identity/server/public'
import { calls, replicaFeatures } from '~/feature-registry'
import { startTestApp } from '~tests/support/app'
import { isLongRun } from '~tests/support/long-run'
import { type PostgresPair, queryValue, startPostgresPair } from '~tests/support/postgres-pair'
import { listReplicaCalls } from '~/platform/rpc/server/replica-calls'
import { findPostmaster, signalAll } from '../chaos/postgres'

const log = { info: () => undefined, error: () => undefined }
const folder = mkdtempSync(join(tmpdir(), 'back-to-back-replica-'))
const REQUEST_POOLS = new Set(['back-to-back', 'back-to-back priority'])
const onPrimary: string[] = []
const onReplica: string[] = []
let restoreClient = () => {}
let clock = 0
let pair: PostgresPair
let pools: ReturnType<typeof openConnectionPools>
/** An app that uses the replica. */
let app: Awaited<ReturnType<typeof startTestApp>>
/** Another process that uses the replica. */
let second: typeof app
/** An app without the replica. */
let plain: typeof app
let djId = ''
let eventId = ''

beforeAll(async () => {
  pair = await startPostgresPair({ isSynchronous: false })
  recordStatements()
  const opened = await openDatabase({ dataDir: folder, databaseUrl: pair.primary.url }, { log, poolSize: 2 })
  await seedDemo(opened.db, { now: new Date(), hashPassword })
  pools = openConnectionPools(opened, {
    log,
    poolSize: 8,
    replicaUrl: pair.standby.url,
    now: () => clock,
  })
  app = await startTestApp({ on: pools })
  second = await startTestApp({ on: pools })
  const { findReplica: _, ...primaryOnly } = pools
  plain = await startTestApp({ on: primaryOnly })
  const { djs } = await (await get('/djs?limit=1')).json()
  djId = djs[0].id
  const { events } = await (await get('/events?limit=1')).json()
  eventId = events[0].id
})
afterAll(async () => {
  for (const each of [plain, second, app]) await each.stop()
  await pools.close()
  await pair.stop()
  restoreClient()
  rmSync(folder, { recursive: true })
})
afterEach(resumeReplay)
beforeEach(async () => {
  await waitUntilCurrent()
  onPrimary.length = 0
  onReplica.length = 0
})

const get = (path: string, headers: Record<string, string> = {}, on = app) =>
  fetch(`${on.address}/api/v1${path}`, { headers })

/** Waits until the replica has replayed everything and is used. */
async function waitUntilCurrent(): Promise<void> {
  clock += 10_000
  await vi.waitUntil(() => {
    // The test's clock runs slower than the real one, so that the result of a slow check isn't too old when it
    // arrives.
    clock += 40
    return pools.findReplica?.() !== undefined
  })
}

/** Records the statements of all later connections, by server, without those of jobs and the heartbeat, which depend on the time. */
function recordStatements(): void {
  const { query } = Client.prototype as unknown as Record<string, (...input: unknown[]) => unknown>
  const standby = new URL(pair.standby.url).searchParams.get('host')
  function record(
    this: Client & { connectionParameters?: { application_name?: string } },
    ...input: unknown[]
  ) {
    const name = this.connectionParameters?.application_name ?? ''
    const text = typeof input[0] === 'string' ? input[0] : String((input[0] as { text?: string }).text)
    if (this.host === standby && name === 'back-to-back replica') onReplica.push(text)
    if (this.host !== standby && REQUEST_POOLS.has(name)) onPrimary.push(text)
    return query?.apply(this, input)
  }
  Object.assign(Client.prototype, { query: record })
  restoreClient = () => Object.assign(Client.prototype, { query })
}

/**
 * Pauses the replay, so that the replica keeps its current data. The product treats it as current until the test's
 * clock advances.
 */
async function pauseReplay(): Promise<void> {
  await queryValue(pair.standby.url, 'select pg_wal_replay_pause()')
  await vi.waitUntil(
    async () => (await queryValue(pair.standby.url, 'select pg_get_wal_replay_pause_state()')) === 'paused',
  )
}

async function resumeReplay(): Promise<void> {
  await queryValue(pair.standby.url, 'select pg_wal_replay_resume()')
}

const rename = (name: string) =>
  queryValue(
    pair.primary.url,
    `with renamed as (update profiles set dj_name = '${name}' where id = '${djId}' returning id) select id from renamed`,
  )
const readName = async (headers: Record<string, string> = {}) =>
  (await (await get(`/djs/${djId}`, headers)).json()).name

const listPages = () => [
  '/djs?limit=24',
  `/djs/${djId}`,
  `/people/${djId}/reviews`,
  '/events/calendar',
  `/events/${eventId}/calendar`,
  '/events/addresses',
]

test('list pages send the primary at most a tenth of the statements', async () => {
  const pages = isLongRun ? 1_000 : 100
  const countFor = async (on: typeof app) => {
    const before = onPrimary.length
    for (let page = 0; page < pages; page += 1) {
      // Simulates ten milliseconds per page, so that the lag is checked every forty pages.
      clock += 10
      const response = await get(listPages()[page % listPages().length] ?? '', {}, on)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
    return onPrimary.length - before
  }
  const without = await countFor(plain)
  await waitUntilCurrent()
  const withReplica = await countFor(app)
  expect(without).toBeGreaterThan(pages)
  expect(withReplica).toBeLessThanOrEqual(0.1 * without)
})

test('every declared call reads from the replica, but no stock or permissions', async () => {
  const cookie = await app.signIn('admin')
  const declared = new Map([
    ['events.addresses', '/events/addresses'],
    ['events.calendar', '/events/calendar'],
    ['events.eventCalendar', `/events/${eventId}/calendar`],
    ['members.discover', '/djs?q=a'],
    ['members.getDj', `/djs/${djId}`],
    ['bookings.listReviews', `/people/${djId}/reviews`],
    ['network.list', '/connections?tab=connections'],
    ['network.listMembers', '/members?show=suggested'],
  ])
  expect(listReplicaCalls(calls, replicaFeatures).toSorted()).toEqual([...declared.keys()].toSorted())
  for (const path of declared.values()) {
    onReplica.length = 0
    expect((await get(path, { cookie })).status).toBe(200)
    expect(onReplica, path).not.toEqual([])
    // The replica may read roles: they only decide whether a name links to a page, and that page checks them itself.
    expect(onReplica.join('\n')).not.toMatch(
      /\b(?:ticket_\w+|tickets|orders|waitlist_entries|sessions|accounts|settings)\b/,
    )
  }
})

test('other calls, and requests with a token or after a live topic, never touch the replica', async () => {
  const cookie = await app.signIn('admin')
  onReplica.length = 0
  const others = ['/events', '/events/featured', `/events/${eventId}`, `/events/${eventId}/availability`]
  const own = ['/me', '/orders', '/account/sessions', '/me/notifications', '/admin/settings', '/site']
  for (const path of [...others, ...own]) expect((await get(path, { cookie })).status, path).toBe(200)
  await get('/djs', { authorization: 'Bearer none' })
  await get('/djs', { 'x-after-change': '1' })
  expect(onReplica).toEqual([])
  await get('/djs')
  expect(onReplica).not.toEqual([])
})

test('a replica that lags behind for two seconds isn’t read until it has caught up', async () => {
  await rename('Before the pause')
  await waitUntilCurrent()
  expect(await readName()).toBe('Before the pause')
  await vi.waitUntil(async () => (await pools.measureReplicaLag?.()) === 0)
  await pauseReplay()
  await rename('After the pause')
  expect(await pools.measureReplicaLag?.()).toBeGreaterThan(0)
  clock += 1_000
  expect(await readName()).toBe('Before the pause')
  clock += 1_001
  expect(await readName()).toBe('After the pause')
  const before = onReplica.length
  for (let checks = 0; checks < 5; checks += 1) {
    clock += 400
    expect(await readName()).toBe('After the pause')
  }
  expect(onReplica).toHaveLength(before)
  await resumeReplay()
  await waitUntilCurrent()
  expect(await readName()).toBe('After the pause')
  expect(onReplica.length).toBeGreaterThan(before)
})

test('people who just wrote read the primary, in every process', async () => {
  const session = await app.signIn('admin')
  const { members } = await (await get('/members?show=all&limit=48', { cookie: session })).json()
  const target = members.find(
    ({ relation }: { relation: { state: string } }) => relation.state === 'none',
  ).person
  await pauseReplay()
  const response = await fetch(`${app.address}/api/v1/members/${target.id}/connection`, {
    method: 'POST',
    headers: { cookie: session, origin: app.address, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(response.status).toBe(200)
  const [wrote = ''] = response.headers.getSetCookie()
  expect(wrote).toBe('b2b_wrote=1; Path=/; Max-Age=5; HttpOnly; SameSite=Lax')
  const listSent = async (cookie: string, on: typeof app) => {
    const sent = await get('/connections?tab=sent', { cookie }, on)
    expect(sent.headers.getSetCookie()).toEqual([])
    const { connections } = await sent.json()
    return connections.map(({ person }: { person: { id: string } }) => person.id)
  }
  for (const on of [app, second]) {
    expect(await listSent(`${session}; ${wrote.split(';')[0]}`, on)).toContain(target.id)
    // Without the cookie, the replica shows the old list.
    expect(await listSent(session, on)).not.toContain(target.id)
  }
})

test('counting a view and refused writes leave the next reads on the replica', async () => {
  const post = (path: string, body: unknown) =>
    fetch(`${app.address}/api/v1${path}`, {
      method: 'POST',
      headers: { origin: app.address, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (const [path, body, status] of [
    [`/djs/${djId}/views`, {}, 200],
    [`/events/${eventId}/seen`, { source: 'direct' }, 200],
    ['/auth/sign-in', { email: 'admin@backtoback.example', password: 'wrong' }, 401],
  ] as const) {
    const response = await post(path, body)
    expect([response.status, response.headers.getSetCookie()]).toEqual([status, []])
  }
})

test('a page that the replica lacks is read from the primary', async () => {
  const publish = (isPublic: boolean) =>
    queryValue(pair.primary.url, `update events set is_public = ${isPublic} where id = '${eventId}'`)
  const readStatus = async () => (await get(`/events/${eventId}/calendar`)).status
  await publish(false)
  await waitUntilCurrent()
  expect(await readStatus()).toBe(404)
  await pauseReplay()
  await publish(true)
  expect(await queryValue(pair.standby.url, `select is_public from events where id = '${eventId}'`)).toBe(
    false,
  )
  expect(await readStatus()).toBe(200)
})

test.each(['killed', 'frozen'])('no call fails while the replica is %s', async (kind) => {
  const statuses = new Set<number>()
  const readLists = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      statuses.add((await get('/djs')).status)
      clock += 500
    }
  }
  const postmaster = await findPostmaster(pair.standby.url)
  const readers = Array.from({ length: 8 }, () => readLists(20))
  await vi.waitUntil(() => statuses.size > 0)
  if (kind === 'killed') process.kill(postmaster, 'SIGKILL')
  else signalAll(postmaster, 'SIGSTOP')
  await Promise.all([...readers, readLists(1)])
  expect([...statuses]).toEqual([200])
  if (kind === 'frozen') signalAll(postmaster, 'SIGCONT')
  // The embedded server restarts a killed replica.
  await waitUntilCurrent()
  expect((await get('/djs')).status).toBe(200)
})
