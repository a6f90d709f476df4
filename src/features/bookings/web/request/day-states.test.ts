import { expect, test } from 'vitest'
import { parseBookParam } from './book-search'
import { describeDay, listFreeDays, type MonthOfDays, findDayState } from './day-states'
import { formatDayLabel, listMonthWeeks } from './month-grid'

const month: MonthOfDays = {
  timezone: 'Europe/Berlin',
  today: '2026-12-04',
  days: [
    { day: '2026-12-03', state: 'free' },
    { day: '2026-12-19', state: 'free' },
    { day: '2026-12-04', state: 'free' },
    { day: '2026-12-05', state: 'held' },
    { day: '2026-12-12', state: 'held' },
    { day: '2026-12-11', state: 'booked' },
  ],
}

test('refuses past free days, but not today', () => {
  expect(findDayState(month, '2026-12-03')).toBeUndefined()
  expect(findDayState(month, '2026-12-04')).toBe('free')
  expect(listFreeDays(month)).toEqual(['2026-12-04', '2026-12-19'])
  expect(listFreeDays(undefined)).toEqual([])
})

test('names the days on hold around the chosen day', () => {
  expect(describeDay(month, '2026-12-19')).toBe('Available. 5 and 12 Dec are on hold.')
  expect(describeDay(month, '2026-12-05')).toBe('On hold. You can still request it. 12 Dec is on hold.')
  expect(describeDay(month, '2026-12-11')).toMatch(/^Booked\./)
  expect(describeDay(month, '2026-12-07')).toMatch(/^Not a usual day\. You can still request it\./)
  expect(describeDay({ ...month, days: [] }, '2026-12-07')).toBe('Not a usual day. You can still request it.')
  expect(describeDay(month, '')).toBeUndefined()
  expect(describeDay(undefined, '2026-12-19')).toBeUndefined()
})

test('weeks start on Monday and contain only days of the month', () => {
  const weeks = listMonthWeeks('2026-12')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]).toEqual([undefined, ...[1, 2, 3, 4, 5, 6].map((day) => `2026-12-0${day}`)])
  expect(weeks.at(-1)).toEqual([
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    undefined,
    undefined,
    undefined,
  ])
  expect(formatDayLabel('2026-12-18')).toBe('Friday 18 December')
})

test('the address opens the dialog on a valid day or on any day; invalid days are ignored', () => {
  expect(parseBookParam('2026-12-18')).toBe('2026-12-18')
  expect(parseBookParam('any')).toBe('any')
  for (const wrong of ['2026-02-31', '2026-13-01', '18.12.2026', 20_261_218, null, undefined, ''])
    expect(parseBookParam(wrong)).toBeUndefined()
})
