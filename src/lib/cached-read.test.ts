import { expect, test } from 'vitest'
import { createCachedRead } from './cached-read'

function counted() {
  const clock = { now: 0, loads: 0, fails: false }
  const cached = createCachedRead(
    () => {
      clock.loads += 1
      return clock.fails ? Promise.reject(new Error('away')) : Promise.resolve(clock.loads)
    },
    10,
    () => clock.now,
  )
  return { clock, cached }
}

test('shares one load among all callers within its time', async () => {
  const { clock, cached } = counted()
  expect(await Promise.all([cached.read(), cached.read()])).toEqual([1, 1])
  clock.now = 9
  expect(await cached.read()).toBe(1)
  clock.now = 10
  expect(await cached.read()).toBe(2)
})

test('loads again after forget(), even while a load is running', async () => {
  const { cached } = counted()
  const stale = cached.read()
  cached.forget()
  expect(await cached.read()).toBe(2)
  expect(await stale).toBe(1)
  expect(await cached.read()).toBe(2)
})

test("a failure reaches its callers, isn't cached, and doesn't discard a later value", async () => {
  const { clock, cached } = counted()
  clock.fails = true
  const failing = cached.read()
  cached.forget()
  clock.fails = false
  const next = cached.read()
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe(2)
  expect(await cached.read()).toBe(2)
  clock.fails = true
  cached.forget()
  await expect(cached.read()).rejects.toThrow('away')
  clock.fails = false
  expect(await cached.read()).toBe(4)
})
