import { afterAll, expect, test } from 'vitest'
import { connect } from '~/database/connect'
import { createLimits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import { readBoundedBody } from '~/platform/http/read-body'
import type { RawRequest } from '~/platform/http/raw-routes'
import { createAvatarRoutes } from './routes'

const log = createLog({ level: 'silent' })
const rejectUse = () => Promise.reject(new Error('not in this test'))

function createRequest(userId: string, readBody: RawRequest['readBody']): RawRequest {
  const caller = { id: userId, sessionId: userId, fullName: 'Mara', email: '', isEmailVerified: true }
  return {
    method: 'POST',
    params: {},
    search: new URLSearchParams(),
    scope: {
      language: 'en',
      requestId: 'test',
      ip: '192.0.2.1',
      headers: new Headers(),
      responseHeaders: new Headers(),
      log,
      caller: () => Promise.resolve({ ...caller, avatarUrl: null, roles: ['user'] }),
    },
    readBody,
  }
}

// No test connects to this database: the uploaded bytes are not a picture, so they are refused first.
const db = connect({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1, name: 'unused' })
afterAll(() => db.destroy())

function createRoute(maxBytes?: number) {
  const [route] = createAvatarRoutes(
    {
      db,
      jobs: { enqueue: rejectUse, work: (_name, handler) => handler, every: () => undefined },
      limits: createLimits(),
      live: { publish: () => undefined },
      storage: { list: rejectUse, put: rejectUse, get: rejectUse, remove: rejectUse, close: () => undefined },
      log,
    },
    maxBytes,
  )
  return route
}

async function sendParts(
  route: ReturnType<typeof createRoute>,
  userId: string,
  parts: AsyncIterable<Uint8Array>,
) {
  return await route?.handle(createRequest(userId, (...bounds) => readBoundedBody(parts, ...bounds)))
}

async function* sendBytes(count: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(count)
}

/** Starts a request body that sends `count` bytes and stays open until the test calls `finish`. */
function startSlowBody(count: number) {
  const end = Promise.withResolvers<undefined>()
  const arrival = Promise.withResolvers<undefined>()
  async function* send(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(count)
    // The reader asks for more only after it has received the first bytes.
    arrival.resolve(undefined)
    await end.promise
  }
  return { parts: send(), hasArrived: arrival.promise, finish: () => end.resolve(undefined) }
}

test('responds to other people while 30 people have uploads that never finish', async () => {
  const route = createRoute()
  const slow = Array.from({ length: 90 }, (_, at) => ({
    userId: `slow ${at % 30}`,
    ...startSlowBody(24_000),
  }))
  const responses = slow.map(({ userId, parts }) => sendParts(route, userId, parts))
  await Promise.all(slow.map(({ hasArrived }) => hasArrived))
  expect(await sendParts(route, 'mara', sendBytes(1_000_000))).toMatchObject({ status: 415 })
  for (const { finish } of slow) finish()
  for (const response of await Promise.all(responses)) expect(response).toMatchObject({ status: 415 })
})

test('asks a person to retry later while uploads of other people use all memory', async () => {
  const route = createRoute(1_000)
  const slow = startSlowBody(600)
  const first = sendParts(route, 'slow', slow.parts)
  await slow.hasArrived
  expect(await sendParts(route, 'mara', sendBytes(401))).toMatchObject({
    status: 503,
    headers: { 'retry-after': '60' },
  })
  expect(await sendParts(route, 'mara', sendBytes(400))).toMatchObject({ status: 415 })
  slow.finish()
  expect(await first).toMatchObject({ status: 415 })
  expect(await sendParts(route, 'mara', sendBytes(1_000))).toMatchObject({ status: 415 })
})

test('slow uploads of one person cannot use all memory', async () => {
  const route = createRoute()
  const slow = [startSlowBody(1), startSlowBody(1), startSlowBody(1)]
  const responses = slow.map(({ parts }) => sendParts(route, 'slow', parts))
  expect(await sendParts(route, 'slow', sendBytes(1))).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60' },
  })
  expect(await sendParts(route, 'mara', sendBytes(1))).toMatchObject({ status: 415 })
  for (const { finish } of slow) finish()
  await Promise.all(responses)
  expect(await sendParts(route, 'slow', sendBytes(1))).toMatchObject({ status: 415 })
})
