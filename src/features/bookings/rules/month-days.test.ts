import { expect, test } from 'vitest'
import { addMonths, formatMonth, listWeeks } from './month-days'

test('starts weeks on Monday and includes every day of the month once', () => {
  const weeks = listWeeks('2026-12')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]).toEqual([
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
    '2026-12-06',
  ])
  expect(weeks.at(-1)?.at(-1)).toBe('2027-01-03')
})

test('lists the weeks of the shortest and the longest month', () => {
  expect(listWeeks('2027-02')).toHaveLength(4)
  expect(listWeeks('2026-08')).toHaveLength(6)
  expect(listWeeks('2028-02').flat()).toContain('2028-02-29')
})

test('adds months and formats a month', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(formatMonth('2026-12')).toBe('December 2026')
})
