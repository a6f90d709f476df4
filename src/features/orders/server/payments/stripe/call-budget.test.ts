import { expect, test } from 'vitest'
import { createLimits } from '~/platform/limits/limits'
import { createCallBudget } from './call-budget'
import { ProviderUnavailableError } from './stripe-errors'

/** Time that only passes while somebody waits. */
function createClock() {
  let time = 1_000_000
  return {
    now: () => time,
    wait: async (ms: number) => {
      time += ms
    },
  }
}

test('any second has at most the allowed calls, and none is lost', async () => {
  const clock = createClock()
  const budget = createCallBudget({
    limits: createLimits(),
    callsPerSecond: 25,
    patienceMs: 60_000,
    ...clock,
  })
  const times: number[] = []
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      await budget()
      times.push(clock.now())
    }),
  )
  expect(times).toHaveLength(200)
  const busiest = Math.max(
    ...times.map((start) => times.filter((at) => at >= start && at < start + 1000).length),
  )
  expect(busiest).toBeLessThanOrEqual(25)
  expect(busiest).toBeGreaterThan(15)
})

test('two processes share the budget, and each of their calls gets its turn in order', async () => {
  const clock = createClock()
  const limits = createLimits()
  const options = { limits, callsPerSecond: 25, patienceMs: 60_000, ...clock }
  const budgets = [createCallBudget(options), createCallBudget(options)]
  const done: string[] = []
  await Promise.all(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((call) =>
      budgets.map(async (budget, process) => {
        await budget()
        done.push(`${process}:${call}@${clock.now()}`)
      }),
    ),
  )
  const perSlot = new Map<string, number>()
  for (const entry of done) {
    const time = entry.slice(entry.indexOf('@'))
    perSlot.set(time, (perSlot.get(time) ?? 0) + 1)
  }
  expect(Math.max(...perSlot.values())).toBe(5)
  for (const process of [0, 1])
    expect(
      done
        .filter((entry) => entry.startsWith(`${process}:`))
        .map((entry) => entry.slice(2, 3))
        .join(''),
    ).toBe('01234567')
})

test('a call whose turn would come too late is refused, and the next ones are served again', async () => {
  const clock = createClock()
  const budget = createCallBudget({ limits: createLimits(), callsPerSecond: 5, patienceMs: 1_000, ...clock })
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => budget()))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const result of refused) expect(result).toMatchObject({ reason: expect.any(ProviderUnavailableError) })
  await expect(budget()).resolves.toBeUndefined()
})
