import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient, createDevice } from '../support/auth-client'

const { address, db, stop } = await startTestApp()
afterAll(stop)

// The client logs failures, which are expected here.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

const as = (key: string) => ({ email: getPersonEmail(key), password: DEMO_PASSWORD })

function makeOld({ items }: ReturnType<typeof createDevice>): void {
  const kept = JSON.parse(items.get('b2b') ?? '{}')
  items.set('b2b', JSON.stringify({ ...kept, expires_at: Math.floor(Date.now() / 1000) - 5 }))
}

/** Creates a fetch whose first `count` requests fail, and counts all. */
function failingFetch(
  count: number,
  fail: (input: Parameters<typeof fetch>[0], init?: RequestInit) => Promise<Response>,
) {
  let requests = 0
  const send: typeof fetch = (input, init) => {
    requests += 1
    return requests <= count ? fail(input, init) : fetch(input, init)
  }
  return { requests: () => requests, send }
}

test('A-09 after a failed refresh the client retries after 200 ms, then twice as long, and stays signed in', async () => {
  const device = createDevice()
  const { data } = await createAuthClient(address, { device }).client.signInWithPassword(as('mara'))
  const way = failingFetch(3, () => Promise.resolve(new Response('busy', { status: 503 })))
  const { client, notified } = createAuthClient(address, { device, fetch: way.send })
  // Records the requested pauses and skips them, so that they take no time.
  const pauses: number[] = []
  const setTimer = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, ms: number, ...rest: unknown[]) => {
    if (![200, 400, 800].includes(ms)) return setTimer(run, ms, ...rest)
    pauses.push(ms)
    return setTimer(run, 0)
  })
  const refreshed = await client.refreshSession()
  vi.unstubAllGlobals()
  expect(refreshed.error).toBeNull()
  expect(refreshed.data.session?.refresh_token).not.toBe(data.session?.refresh_token)
  expect(notified).toContain('TOKEN_REFRESHED')
  expect(notified).not.toContain('SIGNED_OUT')
  expect(pauses).toEqual([200, 400, 800])
  expect(way.requests()).toBe(4)
  expect(await fetchMe(address, refreshed.data.session)).toMatchObject({ email: getPersonEmail('mara') })
})

test('A-09 a refresh retried after a lost response does not count as reuse', async () => {
  const device = createDevice()
  await createAuthClient(address, { device }).client.signInWithPassword(as('juno'))
  const way = failingFetch(1, async (input, init) => {
    expect((await fetch(input, init)).status).toBe(200)
    throw new TypeError('the connection was cut')
  })
  const { client, notified } = createAuthClient(address, { device, fetch: way.send })
  const { data, error } = await client.refreshSession()
  expect(error).toBeNull()
  expect(way.requests()).toBe(2)
  expect(notified).toContain('TOKEN_REFRESHED')
  expect(await fetchMe(address, data.session)).toMatchObject({ email: getPersonEmail('juno') })
})

test('A-09 a refused refresh is not retried, and the client signs out', async () => {
  const device = createDevice()
  await createAuthClient(address, { device }).client.signInWithPassword(as('temi'))
  await db.updateTable('sessions').set({ ended_at: new Date() }).where('ended_at', 'is', null).execute()
  makeOld(device)
  const way = failingFetch(0, fetch)
  const { client, notified } = createAuthClient(address, { device, fetch: way.send })
  expect((await client.getSession()).error).toMatchObject({
    code: 'refresh_token_not_found',
    status: 400,
  })
  expect(way.requests()).toBe(1)
  expect(notified).toContain('SIGNED_OUT')
  expect(device.items.get('b2b')).toBeUndefined()
})

test('A-08 A-09 four tabs of one app with an expired token end with one live session', async () => {
  const device = createDevice()
  await createAuthClient(address, { device }).client.signInWithPassword(as('sofia'))
  makeOld(device)
  const tabs = Array.from({ length: 4 }, () => createAuthClient(address, { device }))
  const first = await Promise.all(tabs.map(({ client }) => client.getSession()))
  // When tabs refresh simultaneously, the client stores one response and reports the others as discarded.
  for (const { error } of first) expect([undefined, 'AuthRefreshDiscardedError']).toContain(error?.name)
  expect(first.filter(({ error }) => error === null).length).toBeGreaterThan(0)
  for (const { client } of tabs) {
    const { data } = await client.getSession()
    expect(await fetchMe(address, data.session)).toMatchObject({ email: getPersonEmail('sofia') })
  }
  const next = await createAuthClient(address, { device }).client.refreshSession()
  expect(next.error).toBeNull()
  for (const { notified } of tabs) expect(notified).not.toContain('SIGNED_OUT')
})

test('A-08 the health and settings calls respond', async () => {
  const read = async (path: string) => {
    const answer = await fetch(`${address}/auth/v1/${path}`)
    return {
      status: answer.status,
      origin: answer.headers.get('access-control-allow-origin'),
      body: await answer.json(),
    }
  }
  expect(await read('health')).toMatchObject({ status: 200, origin: '*', body: { name: 'GoTrue' } })
  expect(await read('settings')).toMatchObject({
    status: 200,
    origin: '*',
    body: {
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      saml_enabled: false,
    },
  })
})
