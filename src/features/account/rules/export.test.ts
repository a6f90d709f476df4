import { expect, test } from 'vitest'
import { requestedBefore, expiryOf, nextRequestAt, standingOf } from './export'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const asked = (hours: number) => ({ requestedAt: ago(hours), readyAt: null, expiresAt: null })
const made = (hours: number) => ({
  requestedAt: ago(hours),
  readyAt: ago(hours),
  expiresAt: expiryOf(ago(hours)),
})

test.each([
  ['none', undefined],
  ['waiting', asked(0)],
  ['waiting', asked(23.9)],
  ['none', asked(24)],
  ['ready', made(1)],
  ['ready', made(7 * 24 - 0.1)],
  ['expired', made(7 * 24)],
] as const)('%s: %o', (standing, kept) => {
  expect(standingOf(kept, now)).toBe(standing)
})

test('allows one request a day, 24 hours after the last, whether or not that one finished', () => {
  expect(nextRequestAt(undefined, now)).toBeNull()
  expect(nextRequestAt(made(1), now)).toEqual(ago(-23))
  expect(nextRequestAt(asked(24), now)).toBeNull()
  expect(nextRequestAt(made(25), now)).toBeNull()
  expect(requestedBefore(now)).toEqual(ago(24))
})
