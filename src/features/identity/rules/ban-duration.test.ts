import { expect, test } from 'vitest'
import { findBanEnd } from './ban-duration'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['24h', '2026-11-22T12:00:00.000Z'],
  ['1h30m', '2026-11-21T13:30:00.000Z'],
  ['1.5s', '2026-11-21T12:00:01.500Z'],
  ['300ms', '2026-11-21T12:00:00.300Z'],
  // A hundred years, the value that the client's documentation uses for a ban.
  ['876000h', '2036-11-21T12:00:00.000Z'],
])('a ban of %s ends at %s', (duration, end) => {
  expect(findBanEnd(duration, now)?.toISOString()).toBe(end)
})

test('"none" lifts a ban, and an invalid duration is undefined', () => {
  expect(findBanEnd('none', now)).toBeNull()
  for (const nonsense of ['', '24', 'h', '-1h', '1d', '1h ', 'for ever', '1'.repeat(100)])
    expect(findBanEnd(nonsense, now), nonsense).toBeUndefined()
})
