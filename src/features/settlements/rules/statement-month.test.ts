import { expect, test } from 'vitest'
import {
  addMonths,
  formatDayOfMonth,
  formatDayRange,
  formatMonth,
  getLastDay,
  isMonth,
  isMonthOver,
  listMonths,
} from './statement-month'

test.each([
  ['2026-12', true],
  ['2026-00', false],
  ['2026-13', false],
  ['2026-1', false],
  ['1999-12', false],
  ['2026-12-01', false],
])('%s is a month: %s', (text, expected) => {
  expect(isMonth(text)).toBe(expected)
})

test('adding and subtracting months crosses the year', () => {
  expect([addMonths('2026-12', 1), addMonths('2027-01', -1), addMonths('2026-06', 1)]).toEqual([
    '2027-01',
    '2026-12',
    '2026-07',
  ])
})

test('a month is over when it is over in every time zone', () => {
  expect(isMonthOver('2026-11', new Date('2026-12-01T11:59:59Z'))).toBe(false)
  expect(isMonthOver('2026-11', new Date('2026-12-01T12:00:00Z'))).toBe(true)
  expect(isMonthOver('2026-12', new Date('2026-12-31T23:00:00Z'))).toBe(false)
})

test('lists months across two years, the latest first', () => {
  expect(listMonths('2025-11', '2026-01')).toEqual(['2026-01', '2025-12', '2025-11'])
  expect(listMonths('2026-01', '2026-01')).toEqual(['2026-01'])
})

test('the last day of a month takes leap years into account', () => {
  expect([getLastDay('2026-12'), getLastDay('2026-02'), getLastDay('2028-02')]).toEqual([
    '2026-12-31',
    '2026-02-28',
    '2028-02-29',
  ])
})

test('formats months and days', () => {
  expect(formatMonth('2026-12')).toBe('December 2026')
  expect(formatDayOfMonth('2026-09-04')).toBe('4 Sep')
  expect(formatDayRange('2026-12-01', '2026-12-11')).toBe('1–11 Dec')
  expect(formatDayRange('2026-12-13', '2026-12-13')).toBe('13 Dec')
})
