import { expect, test } from 'vitest'
import { getRequestCutoff, getExpiry, findNextRequestAt, getExportStatus } from './export'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const asked = (hours: number) => ({ requestedAt: ago(hours), readyAt: null, expiresAt: null })
const made = (hours: number) => ({
  requestedAt: ago(hours),
  readyAt: ago(hours),
  expiresAt: getExpiry(ago(hours)),
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
  expect(getExportStatus(kept, now)).toBe(standing)
})

test('allows one request a day, 24 hours after the last, whether or not that one finished', () => {
  expect(findNextRequestAt(undefined, now)).toBeNull()
  expect(findNextRequestAt(made(1), now)).toEqual(ago(-23))
  expect(findNextRequestAt(asked(24), now)).toBeNull()
  expect(findNextRequestAt(made(25), now)).toBeNull()
  expect(getRequestCutoff(now)).toEqual(ago(24))
})
