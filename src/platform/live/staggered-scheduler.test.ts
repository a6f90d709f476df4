import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStaggeredScheduler } from './staggered-scheduler'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('visits each item once per interval, spread over it, with one timer', () => {
  const visits: number[] = []
  const turns = createStaggeredScheduler<number>(20_000, (thing) => visits.push(thing))
  const leaves = Array.from({ length: 100 }, (_, thing) => turns.add(thing))
  expect(vi.getTimerCount()).toBe(1)
  const perSecond = Array.from({ length: 20 }, () => {
    const before = visits.length
    vi.advanceTimersByTime(1000)
    return visits.length - before
  })
  expect(perSecond).toEqual(Array.from({ length: 20 }, () => 5))
  expect(new Set(visits).size).toBe(100)

  leaves[7]?.()
  leaves[7]?.()
  visits.length = 0
  vi.advanceTimersByTime(20_000)
  expect(visits.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 100 }, (_, n) => n).filter((n) => n !== 7),
  )
  for (const leave of leaves) leave()
  expect(vi.getTimerCount()).toBe(0)
  turns.add(7)
  vi.advanceTimersByTime(20_000)
  expect(visits.at(-1)).toBe(7)
})
