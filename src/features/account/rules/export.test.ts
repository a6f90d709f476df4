import { expect, test } from 'vitest'
import { getRequestCutoff, getExpiry, findNextRequestAt, getExportStatus } from './export'

const now = new Date('2026-11-21T12:00:00Z')
const getHoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const createRequested = (hours: number) => ({
  requestedAt: getHoursAgo(hours),
  readyAt: null,
  expiresAt: null,
})
const createReady = (hours: number) => ({
  requestedAt: getHoursAgo(hours),
  readyAt: getHoursAgo(hours),
  expiresAt: getExpiry(getHoursAgo(hours)),
})

test.each([
  ['none', undefined],
  ['waiting', createRequested(0)],
  ['waiting', createRequested(23.9)],
  ['none', createRequested(24)],
  ['ready', createReady(1)],
  ['ready', createReady(7 * 24 - 0.1)],
  ['expired', createReady(7 * 24)],
] as const)('the state of an archive is %s: %o', (status, stored) => {
  expect(getExportStatus(stored, now)).toBe(status)
})

test('allows the next request 24 hours after the last one, whether or not that one finished', () => {
  expect(findNextRequestAt(undefined, now)).toBeNull()
  expect(findNextRequestAt(createReady(1), now)).toEqual(getHoursAgo(-23))
  expect(findNextRequestAt(createRequested(24), now)).toBeNull()
  expect(findNextRequestAt(createReady(25), now)).toBeNull()
  expect(getRequestCutoff(now)).toEqual(getHoursAgo(24))
})
