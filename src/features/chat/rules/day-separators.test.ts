import { expect, test } from 'vitest'
import { formatDayLabel, formatFullTime } from './day-separators'

const now = new Date('2026-11-21T22:30:00Z')

test("CH-06 names days in the reader's time zone", () => {
  expect(formatDayLabel('2026-11-21T20:41:00Z', now, 'UTC')).toBe('Today')
  expect(formatDayLabel('2026-11-20T00:00:00Z', now, 'UTC')).toBe('Yesterday')
  expect(formatDayLabel('2026-11-14T12:00:00Z', now, 'UTC')).toBe('Sat 14 Nov')
  expect(formatDayLabel('2025-11-21T12:00:00Z', now, 'UTC')).toBe('Fri 21 Nov 2025')
  // In Amsterdam it is already half past midnight on the next day.
  expect(formatDayLabel('2026-11-21T20:41:00Z', new Date('2026-11-21T23:30:00Z'), 'Europe/Amsterdam')).toBe(
    'Yesterday',
  )
  expect(formatDayLabel('2026-11-21T12:00:00Z', new Date('2026-11-21T17:00:00Z'), 'Asia/Tokyo')).toBe(
    'Yesterday',
  )
})

test('calls the day before a clock change yesterday', () => {
  // That Sunday has 25 hours.
  expect(formatDayLabel('2026-10-24T22:30:00Z', new Date('2026-10-25T22:30:00Z'), 'Europe/Berlin')).toBe(
    'Today',
  )
  expect(formatDayLabel('2026-10-24T21:30:00Z', new Date('2026-10-25T22:30:00Z'), 'Europe/Berlin')).toBe(
    'Yesterday',
  )
  expect(formatDayLabel('2025-12-31T12:00:00Z', new Date('2026-01-01T12:00:00Z'), 'UTC')).toBe('Yesterday')
})

test('the full time includes the day and the year', () => {
  expect(formatFullTime('2026-11-21T20:04:00Z', 'Europe/Amsterdam')).toBe('Sat 21 Nov 2026, 21:04')
})
