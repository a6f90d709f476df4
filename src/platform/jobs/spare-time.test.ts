import { expect, test } from 'vitest'
import { createSpareTime } from './spare-time'

test('pieces run one after another, and one that fails does not stop the next', async () => {
  const spareTime = createSpareTime({ sampleMs: 1, utilization: () => 0 })
  const seen: string[] = []
  const piece = (name: string) => async () => {
    seen.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    seen.push(`${name} ends`)
    if (name === 'a') throw new Error('a fails')
  }
  const [a, b] = await Promise.allSettled([spareTime(piece('a')), spareTime(piece('b'))])
  expect([a.status, b.status]).toEqual(['rejected', 'fulfilled'])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('a piece waits while the process is busy', async () => {
  let share = 1
  let hasRun = false
  const spareTime = createSpareTime({ sampleMs: 2, utilization: () => share })
  const done = spareTime(async () => void (hasRun = true))
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(hasRun).toBe(false)
  share = 0.1
  await done
  expect(hasRun).toBe(true)
})

test('in a process that is always busy a piece still runs after the longest wait', async () => {
  const spareTime = createSpareTime({ sampleMs: 2, longestMs: 20, utilization: () => 1 })
  const started = performance.now()
  await spareTime(async () => undefined)
  expect(performance.now() - started).toBeGreaterThanOrEqual(20)
})

test('the event loop itself is measured', async () => {
  const spareTime = createSpareTime({ sampleMs: 20, longestMs: 60_000 })
  let isBusy = true
  const work = () => {
    const until = performance.now() + 5
    while (performance.now() < until);
    if (isBusy) setImmediate(work)
  }
  work()
  let hasRun = false
  const done = spareTime(async () => void (hasRun = true))
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(hasRun).toBe(false)
  isBusy = false
  await done
})
