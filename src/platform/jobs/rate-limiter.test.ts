import { expect, test, vi } from 'vitest'
import { createRateLimiter } from './rate-limiter'

test('runs at most atOnce at the same time, in order, and continues after a failure', async () => {
  const pace = createRateLimiter({ atOnce: 2 })
  const started: number[] = []
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const results = Promise.allSettled(
    ends.map((end, index) =>
      pace(async () => {
        started.push(index)
        await end.promise
      }),
    ),
  )
  await vi.waitFor(() => expect(started).toEqual([0, 1]))
  ends[0]?.reject(new Error('the first one fails'))
  await vi.waitFor(() => expect(started).toEqual([0, 1, 2]))
  for (const end of ends) end.resolve()
  const statuses = (await results).map(({ status }) => status)
  expect(statuses).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})

test('starts at most perSecond in a second', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  let elapsed = 0
  const pace = createRateLimiter({
    atOnce: 100,
    perSecond: 10,
    wait: async (ms) => void (elapsed = Math.max(elapsed, ms)),
  })
  await Promise.all(Array.from({ length: 21 }, () => pace(async () => undefined)))
  expect(elapsed).toBe(2_000)
})
