import { expect, test } from 'vitest'
import { MUTE_MINUTES } from '../../rules/chat-limits'
import { firstNameOf, longAge, muteMinutes, muteOptions, reportedWords, shortAge } from './words'

const now = Date.parse('2026-11-20T21:48:00Z')
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

test.each([
  [0, 'now', 'under a minute'],
  [1, '1 min', '1 minute'],
  [40, '40 min', '40 minutes'],
  [119, '1 h', '1 hour'],
  [2 * 1440, '2 d', '2 days'],
  [14 * 1440, '2 wk', '2 weeks'],
  [60 * 1440, '2 mo', '2 months'],
  [-5, 'now', 'under a minute'],
])('an age of %i minutes', (minutes, short, long) => {
  expect([shortAge(before(minutes), now), longAge(before(minutes), now)]).toEqual([short, long])
})

test('who reported is counted', () => {
  expect(reportedWords({ reason: 'spam', reporters: 2 })).toBe('Spam or advertising, from 2 people')
  expect(reportedWords({ reason: 'scam', reporters: 1 })).toBe('Scam, from 1 person')
})

test('how one speaks of somebody', () => {
  expect([firstNameOf('Marco Tiele'), firstNameOf('DJ Kestrel'), firstNameOf(' ')]).toEqual([
    'Marco',
    'DJ Kestrel',
    'Anonymous',
  ])
})

test('every length of a mute is offered', () => {
  expect(muteOptions.map(({ value }) => muteMinutes(value)).toSorted((one, other) => one - other)).toEqual(
    MUTE_MINUTES,
  )
})
