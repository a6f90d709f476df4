import { expect, test } from 'vitest'
import { formatAgo, formatDayLabel } from './format-day'

const now = Date.parse('2026-11-21T01:30:00Z')

test("AD-09 names a day in the reader's time zone", () => {
  expect(formatDayLabel('2026-11-21T00:10:00Z', now, 'UTC')).toBe('Today')
  expect(formatDayLabel('2026-11-20T23:50:00Z', now, 'UTC')).toBe('Yesterday')
  expect(formatDayLabel('2026-11-20T23:50:00Z', now, 'Europe/Berlin'), 'already the next day in Berlin').toBe(
    'Today',
  )
  expect(formatDayLabel('2026-05-05T12:00:00Z', now, 'UTC')).toBe('5 May')
  expect(formatDayLabel('2025-12-31T23:30:00Z', now, 'UTC')).toBe('31 Dec 2025')
  expect(
    formatDayLabel('2025-12-31T23:30:00Z', now, 'Europe/Berlin'),
    'already the next year in Berlin',
  ).toBe('1 Jan')
})

test('AD-09 formats how long ago a person started waiting', () => {
  expect(formatAgo(new Date(now - 59_000).toISOString(), now)).toBe('under a minute ago')
  expect(formatAgo(new Date(now - 48 * 3_600_000).toISOString(), now)).toBe('2 days ago')
})
