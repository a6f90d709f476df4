import * as fc from '~tests/support/fast-check'
import { expect, test, vi } from 'vitest'
import { createMicroBatch } from './micro-batch'
import { randomRuns } from '~tests/support/random-runs'

test('batches items that arrive during a batch, and runs one batch at a time', async () => {
  const sizes: number[] = []
  let running = 0
  const started = Promise.withResolvers<void>()
  const canEnd = Promise.withResolvers<void>()
  const double = createMicroBatch<number, number>({
    max: 256,
    run: async (items) => {
      running += 1
      expect(running).toBe(1)
      sizes.push(items.length)
      started.resolve()
      await canEnd.promise
      running -= 1
      return items.map((item) => item * 2)
    },
  })
  const first = double(1)
  await started.promise
  const rest = [2, 3, 4].map((item) => double(item))
  expect(double.size()).toBe(4)
  // A second batch would start in this turn of the event loop.
  await new Promise(setImmediate)
  expect(sizes).toEqual([1])
  canEnd.resolve()
  expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 8])
  expect(sizes).toEqual([1, 3])
  expect(double.size()).toBe(0)
})

test('never exceeds the batch limit', async () => {
  const sizes: number[] = []
  const same = createMicroBatch<number, number>({
    max: 10,
    run: (items) => {
      sizes.push(items.length)
      return Promise.resolve(items)
    },
  })
  await Promise.all(Array.from({ length: 25 }, (_, index) => same(index)))
  expect(sizes).toEqual([10, 10, 5])
})

test("returns each item's own result, even with failing items", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ value: fc.integer(), isBad: fc.boolean() }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (items, max) => {
        const batch = createMicroBatch<{ value: number; isBad: boolean }, number>({
          max,
          run: async (group) => {
            await Promise.resolve()
            if (group.some(({ isBad }) => isBad)) throw new Error('bad')
            return group.map(({ value }) => value)
          },
        })
        const results = await Promise.allSettled(items.map((item) => batch(item)))
        results.forEach((result, index) => {
          const item = items[index]
          if (item?.isBad) expect(result.status).toBe('rejected')
          else expect(result).toEqual({ status: 'fulfilled', value: item?.value })
        })
      },
    ),
    { numRuns: randomRuns(60) },
  )
})

test('an Error among the results rejects only that item, without a second run', async () => {
  const run = vi.fn<(items: readonly string[]) => Promise<Array<string | Error>>>((items) =>
    Promise.resolve(items.map((item) => (item === 'late' ? new Error('sold out') : item))),
  )
  const batch = createMicroBatch({ max: 10, run })
  const results = await Promise.allSettled(['early', 'late'].map((item) => batch(item)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(run).toHaveBeenCalledTimes(1)
})

test('rejects when results are missing, instead of waiting forever', async () => {
  const batch = createMicroBatch<number, number>({ max: 10, run: () => Promise.resolve([]) })
  await expect(Promise.all([batch(1), batch(2)])).rejects.toThrow('0 results for 1 items')
})

test('rejects when a run throws synchronously', async () => {
  const batch = createMicroBatch<number, number>({
    max: 2,
    run: () => {
      throw new Error('no pool')
    },
  })
  await expect(batch(1)).rejects.toThrow('no pool')
  await expect(batch(2)).rejects.toThrow('no pool')
})
