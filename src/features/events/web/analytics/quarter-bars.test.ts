import { expect, test } from 'vitest'
import { createQuarterBars } from './quarter-bars'

const at = (time: string, tickets = 0, guests = 0) => ({ at: time, tickets, guests })

test('has a bar for every quarter from the first to the last, in local time', () => {
  const bars = createQuarterBars(
    [at('2026-12-05T22:45:00.000Z', 12), at('2026-12-05T23:30:00.000Z', 3, 2)],
    'Europe/Berlin',
  )
  expect(bars.map(({ short, value }) => [short, value])).toEqual([
    ['23:45', 12],
    ['00:00', 0],
    ['00:15', 0],
    ['00:30', 5],
  ])
  expect(bars[3]?.cells).toEqual(['3', '2'])
})

test('labels both occurrences of the hour that repeats at the end of daylight saving time', () => {
  const bars = createQuarterBars(
    [at('2026-10-25T00:00:00.000Z', 1), at('2026-10-25T02:00:00.000Z', 1)],
    'Europe/Berlin',
  )
  expect(new Set(bars.map(({ name }) => name)).size).toBe(bars.length)
})

test('has no bars without check-ins, and ignores a phone clock that is weeks off', () => {
  expect(createQuarterBars([], 'UTC')).toEqual([])
  const wrong = createQuarterBars(
    [at('2026-10-25T00:00:00.000Z', 1), at('2026-12-25T00:00:00.000Z', 1)],
    'UTC',
  )
  expect(wrong).toHaveLength(192)
})
