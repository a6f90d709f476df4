import { assert, integer, property, uniqueArray } from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { addDays, listMonthDays, findNearestDays, getWeekday } from './days'

test('counts days without a time zone', () => {
  expect(addDays('2026-03-28', 1)).toBe('2026-03-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(getWeekday('2026-12-18')).toBe(5)
  expect(getWeekday('2026-12-20')).toBe(7)
  expect(getWeekday('2026-12-21')).toBe(1)
})

test('lists the days of a month', () => {
  expect(listMonthDays('2026-02')).toHaveLength(28)
  expect(listMonthDays('2028-02').at(-1)).toBe('2028-02-29')
  expect(listMonthDays('2026-12')[0]).toBe('2026-12-01')
})

test('returns the closest free days in calendar order, none before today', () => {
  const isWeekend = (day: string) => getWeekday(day) === 5 || getWeekday(day) === 6
  const around = { day: '2026-12-19', today: '2026-11-21', reach: 90, count: 3 }
  expect(findNearestDays(around, isWeekend)).toEqual(['2026-12-18', '2026-12-19', '2026-12-25'])
  expect(findNearestDays({ ...around, today: '2026-12-19' }, isWeekend)).toEqual([
    '2026-12-19',
    '2026-12-25',
    '2026-12-26',
  ])
  expect(findNearestDays(around, () => false)).toEqual([])
})

test('never skips a free day that is closer than one it returns', () => {
  assert(
    property(uniqueArray(integer({ min: -40, max: 40 })), (free) => {
      const day = '2026-12-19'
      const days = new Set(free.map((away) => addDays(day, away)))
      const near = findNearestDays({ day, today: '2026-12-01', reach: 30, count: 3 }, (candidate) =>
        days.has(candidate),
      )
      const distances = free
        .filter((away) => away >= -18 && Math.abs(away) <= 30)
        .map(Math.abs)
        .toSorted((a, b) => a - b)
      const taken = near.map((found) => Math.abs((Date.parse(found) - Date.parse(day)) / 86_400_000))
      expect(taken.toSorted((a, b) => a - b)).toEqual(distances.slice(0, 3))
      expect(near).toEqual(near.toSorted())
    }),
  )
})
