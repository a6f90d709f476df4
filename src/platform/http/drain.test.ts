import { expect, test } from 'vitest'
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
