import { afterAll, expect, test } from 'vitest'
import { connect } from '~/database/connect'
import { createLimits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { RawRequest } from '~/platform/http/raw-routes'
import { createAvatarRoutes } from './routes'

const log = createLog({ level: 'silent' })
const unused = () => Promise.reject(new Error('not in this test'))

function requestOf(userId: string, readBody: RawRequest['readBody']): RawRequest {
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

// Never connected: the uploaded bytes are not a picture.
const db = connect({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1, name: 'unused' })
afterAll(() => db.destroy())

function createRoute(room?: Parameters<typeof createAvatarRoutes>[1]) {
  const [route] = createAvatarRoutes(
    {
      db,
      jobs: { enqueue: unused, work: (_name, handler) => handler, every: () => undefined },
      limits: createLimits(),
      live: { publish: () => undefined },
      storage: { put: unused, get: unused, remove: unused, close: () => undefined },
      log,
    },
    room,
  )
  return route
}

test('while slow uploads use all slots, the next one is asked to retry later', async () => {
  const route = createRoute({ atOnce: 1, patienceMs: 20, waiting: 5 })
  let finish: (body: { bytes: Buffer }) => void = () => undefined
  const slow = route?.handle(requestOf('slow', () => new Promise((resolve) => (finish = resolve))))
  let isRead = false
  const refused = await route?.handle(
    requestOf('mara', () => {
      isRead = true
      return Promise.resolve({ bytes: Buffer.from('x') })
    }),
  )
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
  expect(isRead).toBe(false)
  finish({ bytes: Buffer.alloc(0) })
  expect(await slow).toMatchObject({ status: 400 })
})

test('one person cannot use all slots with slow uploads', async () => {
  const route = createRoute()
  const finish: (() => void)[] = []
  const until = (): ReturnType<RawRequest['readBody']> =>
    new Promise((resolve) => finish.push(() => resolve({ bytes: Buffer.alloc(0) })))
  const send = async () => route?.handle(requestOf('slow', until))
  const slow = [send(), send(), send(), send()]
  const empty = () => Promise.resolve({ bytes: Buffer.alloc(0) })
  expect(await route?.handle(requestOf('slow', empty))).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60' },
  })
  expect(await route?.handle(requestOf('mara', empty))).toMatchObject({ status: 400 })
  for (const one of finish) one()
  await Promise.all(slow)
  expect(await route?.handle(requestOf('slow', empty))).toMatchObject({ status: 400 })
})
