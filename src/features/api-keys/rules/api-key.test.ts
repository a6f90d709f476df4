import { expect, test } from 'vitest'
import { computeExpiry, getPrefix, isActive, isApiKey, isWellFormedKey } from './api-key'

const now = new Date('2026-12-05T12:00:00Z')
const before = new Date('2026-12-05T11:59:59Z')
const after = new Date('2026-12-05T12:00:01Z')
const random = 'Zx9-'.repeat(10) + 'abc'

test.each([
  [`b2b_${random}`, true],
  ['b2b_', true],
  ['b2b_service_', true],
  [`b2b_service_${random}`, false],
  ['eyJhbGciOiJFUzI1NiJ9.e30.c2ln', false],
  [`B2B_${random}`, false],
])('recognizes %s as an API key: %s', (token, expected) => {
  expect(isApiKey(token)).toBe(expected)
})

test.each([
  [`b2b_${random}`, true],
  ['b2b_', false],
  [`b2b_${random}x`, false],
  [`b2b_${random}\n`, false],
  [`b2b_${random.slice(1)}.`, false],
  [`b2b_${random.slice(1)}é`, false],
])('%j has the form of a key: %s', (token, expected) => {
  expect(isWellFormedKey(token)).toBe(expected)
})

test('the shown prefix of a key has eight characters', () => {
  expect(getPrefix(`b2b_${random}`)).toBe('b2b_Zx9-')
})

test('a key expires after its number of days, or never', () => {
  expect(computeExpiry(now, 30)).toEqual(new Date('2027-01-04T12:00:00Z'))
  expect(computeExpiry(now, null)).toBeNull()
})

test.each([
  [{ expiresAt: null, revokedAt: null }, true],
  [{ expiresAt: after, revokedAt: null }, true],
  [{ expiresAt: now, revokedAt: null }, false],
  [{ expiresAt: before, revokedAt: null }, false],
  [{ expiresAt: null, revokedAt: before }, false],
])('the key %j is active: %s', (key, expected) => {
  expect(isActive(key, now)).toBe(expected)
})
