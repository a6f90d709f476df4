import { expect, test } from 'vitest'
import { getEventWindow, isDateFilter, getNextMonth } from './event-window'

const now = new Date('2026-11-20T18:00:00Z')

test('accepts only tonight, weekend and a month', () => {
  expect(['tonight', 'weekend', '2026-12'].every(isDateFilter)).toBe(true)
  expect(
    ['', 'today', '2026-13', '1999-01', '2026-1', '2026-12-01', "2026-12' or true"].some(isDateFilter),
  ).toBe(false)
})

test('tonight ends within a day and the weekend within a week, in every time zone', () => {
  expect(getEventWindow('tonight', now)).toEqual({
    from: now,
    before: new Date('2026-11-21T18:00:00Z'),
    days: { unit: 'tonight' },
  })
  expect(getEventWindow('weekend', now).before).toEqual(new Date('2026-11-27T18:00:00Z'))
})

test('a month covers the earliest to the latest time zone, but not the past', () => {
  expect(getEventWindow('2026-12', now)).toEqual({
    from: new Date('2026-11-30T10:00:00Z'),
    before: new Date('2027-01-01T12:00:00Z'),
    days: { unit: 'month', first: '2026-12-01', last: '2026-12-31' },
  })
  expect(getEventWindow('2026-11', now).from).toEqual(now)
  expect(getEventWindow('2028-02', now).days).toMatchObject({ last: '2028-02-29' })
})

test('the chip names the next month, also across the new year', () => {
  expect(getNextMonth(now)).toEqual({ date: '2026-12', label: 'December' })
  expect(getNextMonth(new Date('2026-12-31T23:59:00Z'))).toEqual({ date: '2027-01', label: 'January' })
})
