import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createLive } from '~/platform/live/live'
import { createLiveStreams } from '~/platform/live/streams'
import { createLog } from '~/platform/log/log'
import { createJsonResponse } from './http-response'
import { createMetrics } from './metrics'
import { createHttpServer, drainServer } from './server'

test('a stopping server finishes requests in progress', async () => {
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const other = createHttpServer({
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    publicUrl: 'http://b2b.example',
    files: new Map(),
    api: () => Promise.resolve(false),
    system: async () => {
      begun.resolve()
      await goOn.promise
      return createJsonResponse(200, { status: 'slow but fine' })
    },
    pages: { respond: () => Promise.reject(new Error('no pages')) },
    raw: [],
    resolveCaller: () => Promise.resolve(null),
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  const answer = fetch(url)
  await begun.promise
  const drained = drainServer(other)
  goOn.resolve()
  expect(await (await answer).json()).toEqual({ status: 'slow but fine' })
  await drained
  expect(other.listening).toBe(false)
})

test('a stopping server still answers, and closes the connection after the response', async () => {
  let isStopping = false
  const server = createHttpServer({
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    publicUrl: 'http://b2b.example',
    files: new Map(),
    api: () => Promise.resolve(false),
    system: () => Promise.resolve(createJsonResponse(200, {})),
    pages: { respond: () => Promise.reject(new Error('no pages')) },
    raw: [],
    resolveCaller: () => Promise.resolve(null),
    isStopping: () => isStopping,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  expect((await fetch(url)).headers.get('connection')).toBe('keep-alive')
  isStopping = true
  const last = await fetch(url)
  expect([last.status, last.headers.get('connection')]).toEqual([200, 'close'])
  await drainServer(server)
})

describe('open event streams', () => {
  async function openStreams(count: number) {
    const log = createLog({ level: 'silent' })
    const ana = { id: 'ana', sessionId: 's', fullName: 'Ana', email: 'ana@b2b.example', avatarUrl: null }
    const resolveCaller = () => Promise.resolve({ ...ana, isEmailVerified: true, roles: ['user' as const] })
    let drawn = 0
    const random = () => drawn++ / count
    const streams = createLiveStreams({ live: createLive({ log }), resolveCaller, random })
    const server = createHttpServer({
      log,
      metrics: createMetrics(),
      publicUrl: 'http://b2b.example',
      files: new Map(),
      api: () => Promise.resolve(false),
      system: () => Promise.resolve(undefined),
      pages: { respond: () => Promise.reject(new Error('no pages')) },
      raw: [streams.route],
      resolveCaller,
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`
    const responses = await Promise.all(Array.from({ length: count }, () => fetch(url)))
    return { server, streams, read: () => Promise.allSettled(responses.map((response) => response.text())) }
  }

  test('a stopping server ends its streams, and their browsers reconnect at different times', async () => {
    const { server, streams, read } = await openStreams(20)
    // Ends the streams like `listen` in app.ts does without a proxy. Otherwise they would outlast the test.
    streams.end()
    await drainServer(server, 3_600_000)
    const texts = (await read()).map((result) => (result.status === 'fulfilled' ? result.value : ''))
    const delays = texts.map((text) => Number(/^retry: (?<ms>\d+)\n\n$/u.exec(text)?.groups?.['ms']))
    expect(delays.toSorted((first, second) => first - second)).toEqual(
      Array.from({ length: 20 }, (_, index) => 1000 + index * 100),
    )
  })

  test('control: streams that were not ended are cut off at the timeout of the drain', async () => {
    const { server, read } = await openStreams(2)
    await drainServer(server, 1)
    expect((await read()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
