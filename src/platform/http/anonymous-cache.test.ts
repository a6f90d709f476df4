import { expect, test, vi } from 'vitest'
import { createAnonymousCache, type Shareable } from './anonymous-cache'

const shared = (page: string, bytes = 100): Shareable<string> => ({ page, isShareable: true, bytes })

function createCache(maxBytes = 10_000) {
  const clock = { now: 0 }
  return { clock, ...createAnonymousCache<string>({ maxAgeMs: 2_000, maxBytes, now: () => clock.now }) }
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

test('renders a page once for concurrent visitors and for the following two seconds', async () => {
  const { get, clock } = createCache()
  const waiting = deferred<Shareable<string>>()
  const render = vi.fn<() => Promise<Shareable<string>>>(() => waiting.promise)
  const answers = Array.from({ length: 50 }, () => get('/events', render))
  waiting.resolve(shared('first'))
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['first']))
  clock.now = 1_999
  expect(await get('/events', render)).toBe('first')
  expect(render).toHaveBeenCalledTimes(1)
})

test("counts the age from the start of the rendering, so a slow page isn't served longer", async () => {
  const { get, clock } = createCache()
  const slow = deferred<Shareable<string>>()
  const first = get('/events', () => slow.promise)
  clock.now = 1_500
  slow.resolve(shared('read at 0'))
  await first
  clock.now = 2_000
  expect(await get('/events', () => Promise.resolve(shared('read at 2000')))).toBe('read at 2000')
})

test('starts a new rendering when the running one is older than two seconds', async () => {
  const { get, clock } = createCache()
  const slow = deferred<Shareable<string>>()
  const first = get('/events', () => slow.promise)
  clock.now = 2_500
  expect(await get('/events', () => Promise.resolve(shared('fresh')))).toBe('fresh')
  slow.resolve(shared('old'))
  expect(await first).toBe('old')
  expect(await get('/events', () => Promise.reject(new Error('not needed')))).toBe('fresh')
})

test('never shares a private page', async () => {
  const { get, size } = createCache()
  let renderings = 0
  const own = async (): Promise<Shareable<string>> => {
    renderings += 1
    const page = `person ${renderings}`
    await Promise.resolve()
    return { page, isShareable: false, bytes: 10 }
  }
  const answers = await Promise.all([get('/', own), get('/', own), get('/', own)])
  expect([...answers].sort()).toEqual(['person 1', 'person 2', 'person 3'])
  expect(size()).toEqual({ pages: 0, bytes: 0 })
})

test('a rendering error reaches only its requester, and the others render again', async () => {
  const { get, size } = createCache()
  const broken = deferred<Shareable<string>>()
  const first = get('/', () => broken.promise)
  const second = get('/', () => Promise.resolve(shared('works')))
  broken.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  expect(await second).toBe('works')
  expect(size().pages).toBe(0)
})

test('limits memory by evicting the oldest pages', async () => {
  const { get, size } = createCache(250)
  for (const key of ['/a', '/b', '/c', '/d']) await get(key, () => Promise.resolve(shared(key, 100)))
  expect(size()).toEqual({ pages: 2, bytes: 200 })
  expect(await get('/d', () => Promise.reject(new Error('was kept')))).toBe('/d')
  expect(await get('/a', () => Promise.resolve(shared('again')))).toBe('again')
})
