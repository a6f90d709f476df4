import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads'

function createReads() {
  const begun: { end: () => void; fail: (error: Error) => void }[] = []
  const share = createSharedReads<number>()
  const read = (key = 'events') =>
    share(key, () => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const number = begun.push({ end: () => resolve(number), fail: reject })
      return promise
    })
  return { begun, read }
}

test('requests during a read share the next read', async () => {
  const { begun, read } = createReads()
  const first = read()
  const others = [read(), read(), read()]
  expect(begun.length).toBe(1)
  begun[0]?.end()
  expect(await first).toBe(1)
  await Promise.resolve()
  expect(begun.length).toBe(2)
  const late = read()
  begun[1]?.end()
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  await Promise.resolve()
  begun[2]?.end()
  expect(await late).toBe(3)
})

test('caches nothing: a request after a read starts a new one', async () => {
  const { begun, read } = createReads()
  const first = read()
  begun[0]?.end()
  await first
  void read()
  expect(begun.length).toBe(2)
})

test("different keys don't share reads", () => {
  const { begun, read } = createReads()
  void read('events')
  void read('event 1')
  expect(begun.length).toBe(2)
})

test('a failed read rejects only the requests that share it', async () => {
  const { begun, read } = createReads()
  const first = read()
  const second = read()
  begun[0]?.fail(new Error('the connection was lost'))
  await expect(first).rejects.toThrow('lost')
  await Promise.resolve()
  begun[1]?.end()
  expect(await second).toBe(2)
})
