import { expect, test } from 'vitest'
import { createCachedRead } from './cached-read'

function counted() {
  const clock = { now: 0, loads: 0, fails: false }
  const kept = createCachedRead(
    () => {
      clock.loads += 1
      return clock.fails ? Promise.reject(new Error('away')) : Promise.resolve(clock.loads)
    },
    10,
    () => clock.now,
  )
  return { clock, kept }
}

test('shares one load among all callers within its time', async () => {
  const { clock, kept } = counted()
  expect(await Promise.all([kept.read(), kept.read()])).toEqual([1, 1])
  clock.now = 9
  expect(await kept.read()).toBe(1)
  clock.now = 10
  expect(await kept.read()).toBe(2)
})

test('loads again after forget, even during a load', async () => {
  const { kept } = counted()
  const stale = kept.read()
  kept.forget()
  expect(await kept.read()).toBe(2)
  expect(await stale).toBe(1)
  expect(await kept.read()).toBe(2)
})

test("a failure reaches its callers, isn't cached, and doesn't discard a later value", async () => {
  const { clock, kept } = counted()
  clock.fails = true
  const failing = kept.read()
  kept.forget()
  clock.fails = false
  const next = kept.read()
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe(2)
  expect(await kept.read()).toBe(2)
  clock.fails = true
  kept.forget()
  await expect(kept.read()).rejects.toThrow('away')
  clock.fails = false
  expect(await kept.read()).toBe(4)
})
