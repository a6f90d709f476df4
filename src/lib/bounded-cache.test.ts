import { afterEach, expect, test, vi } from 'vitest'
import { createBoundedCache, TooBusy } from './bounded-cache'

afterEach(() => void vi.useRealTimers())

test('makes a value once for concurrent callers, and removes the least recently used value', async () => {
  const get = createBoundedCache<string>({ most: 2, atOnce: 9, waiting: 0 })
  const made: string[] = []
  const request = (key: string) =>
    get(key, async () => {
      made.push(key)
      return key.toUpperCase()
    })
  expect(await Promise.all([request('a'), request('a')])).toEqual(['A', 'A'])
  await request('b')
  await request('a')
  await request('c')
  await request('a')
  expect(made).toEqual(['a', 'b', 'c'])
  await request('b')
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test("refuses work beyond its limit, and doesn't cache failures", async () => {
  const get = createBoundedCache<string>({ most: 9, atOnce: 2, waiting: 0 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = get('a', () => promise)
  const second = get('b', () => Promise.reject(new Error('no ink')))
  await expect(get('c', async () => 'C')).rejects.toThrow(TooBusy)
  await expect(second).rejects.toThrow('no ink')
  expect(await get('b', async () => 'B')).toBe('B')
  resolve('A')
  expect(await first).toBe('A')
  expect(await get('c', async () => 'C')).toBe('C')
})

test('makes queued values, and refuses those that have waited for five seconds', async () => {
  vi.useFakeTimers()
  const get = createBoundedCache<string>({ most: 9, atOnce: 1, waiting: 1 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = get('a', () => promise)
  const impatient = expect(get('b', async () => 'B')).rejects.toThrow(TooBusy)
  await expect(get('c', async () => 'C')).rejects.toThrow(TooBusy)
  await vi.advanceTimersByTimeAsync(5_000)
  await impatient
  const queued = get('b', async () => 'B')
  resolve('A')
  expect(await Promise.all([first, queued])).toEqual(['A', 'B'])
})
