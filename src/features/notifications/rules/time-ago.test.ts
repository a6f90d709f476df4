import { expect, test } from 'vitest'
import { formatTimeAgo } from './time-ago'

const now = Date.parse('2026-11-21T09:30:00.000Z')

test.each([
  ['2026-11-21T09:29:30.000Z', 'now'],
  ['2026-11-21T09:31:00.000Z', 'now'],
  ['2026-11-21T09:21:00.000Z', '9 min'],
  ['2026-11-21T07:29:00.000Z', '2 h'],
  ['2026-11-21T00:10:00.000Z', '9 h'],
  ['2026-11-20T22:00:00.000Z', 'Yesterday'],
  ['2026-11-19T22:00:00.000Z', '19 Nov'],
  ['2026-05-05T12:00:00.000Z', '5 May'],
  ['2025-05-05T12:00:00.000Z', '5 May 2025'],
])('shows the time %s as %s', (at, text) => {
  expect(formatTimeAgo(at, now, 'UTC')).toBe(text)
})

test('counts yesterday in the reader’s zone, and shows late evening in hours just after midnight', () => {
  expect(formatTimeAgo('2026-11-20T22:00:00.000Z', now, 'Pacific/Auckland')).toBe('11 h')
  expect(formatTimeAgo('2026-11-20T22:00:00.000Z', Date.parse('2026-11-21T01:00:00.000Z'), 'UTC')).toBe('3 h')
})
