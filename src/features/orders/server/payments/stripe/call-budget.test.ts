import { expect, test } from 'vitest'
import { ProviderUnavailableError } from '~/lib/payment-errors'
import { createLimits } from '~/platform/limits/limits'
import { createCallBudget } from './call-budget'

/** Creates a clock whose time passes only while a call waits. */
function createClock() {
  let time = 1_000_000
  return {
    now: () => time,
    wait: async (ms: number) => {
      time += ms
    },
  }
}

test.each([25, 100])(
  'with %i allowed calls per second, any second has at most that many and at least nine tenths of them',
  async (callsPerSecond) => {
    const clock = createClock()
    const budget = createCallBudget({ limits: createLimits(), callsPerSecond, patienceMs: 60_000, ...clock })
    const times: number[] = []
    await Promise.all(
      Array.from({ length: 8 * callsPerSecond }, async () => {
        await budget()
        times.push(clock.now())
      }),
    )
    expect(times).toHaveLength(8 * callsPerSecond)
    const started = times[0] ?? 0
    const countFrom = (start: number, ms: number) =>
      times.filter((at) => at >= start && at < start + ms).length
    // Stripe's limit is also kept when a call takes up to 43 ms longer to reach Stripe than a later one.
    expect(Math.max(...times.map((start) => countFrom(start, 1_043)))).toBeLessThanOrEqual(callsPerSecond)
    expect(countFrom(started, 7_000) / 7).toBeGreaterThanOrEqual(0.9 * callsPerSecond)
  },
)

test('two processes share the budget, and each of their calls gets its turn in order', async () => {
  const clock = createClock()
  const limits = createLimits()
  const options = { limits, callsPerSecond: 25, patienceMs: 60_000, ...clock }
  const budgets = [createCallBudget(options), createCallBudget(options)]
  const done: { process: number; call: number; at: number }[] = []
  const calls = Array.from({ length: 40 }, (_, call) => call)
  await Promise.all(
    calls.flatMap((call) =>
      budgets.map(async (budget, process) => {
        await budget()
        done.push({ process, call, at: clock.now() })
      }),
    ),
  )
  const busiest = Math.max(
    ...done.map(({ at: start }) => done.filter(({ at }) => at >= start && at < start + 1000).length),
  )
  expect(busiest).toBeLessThanOrEqual(25)
  for (const process of [0, 1])
    expect(done.filter((entry) => entry.process === process).map(({ call }) => call)).toEqual(calls)
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
