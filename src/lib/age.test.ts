import { expect, test } from 'vitest'
import { formatFeedAge, formatLongAge, formatShortAge } from './age'

const now = Date.parse('2026-11-20T21:48:00Z')
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString()

test.each([
  [0, 'now', 'under a minute'],
  [1, '1 min', '1 minute'],
  [40, '40 min', '40 minutes'],
  [119, '1 h', '1 hour'],
  [2 * 1440, '2 d', '2 days'],
  [14 * 1440, '2 wk', '2 weeks'],
  [60 * 1440, '2 mo', '2 months'],
  [-5, 'now', 'under a minute'],
])('formats an age of %i minutes', (minutes, short, long) => {
  const at = before(minutes * 60)
  expect([formatShortAge(at, now), formatLongAge(at, now)]).toEqual([short, long])
})

test('H-02 the feed shows ages in abbreviated form', () => {
  const ago = (seconds: number) => formatFeedAge(before(seconds), now)
  expect([59, 60, 3599, 3600, 86_399, 86_400].map(ago)).toEqual(['now', '1m', '59m', '1h', '23h', '1d'])
  expect([ago(-300), ago(60 * 86_400)]).toEqual(['now', '60d'])
})
