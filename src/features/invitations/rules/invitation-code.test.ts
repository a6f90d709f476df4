import { expect, test } from 'vitest'
import { isCode, getCodeUsability, normalizeCode } from './invitation-code'

const now = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-21T12:00:01Z')

test('A-03 only a pending code is usable, and only before its expiry', () => {
  expect(getCodeUsability({ status: 'pending', expiresAt: later }, now)).toBe('usable')
  expect(getCodeUsability({ status: 'pending', expiresAt: null }, now)).toBe('usable')
  expect(getCodeUsability({ status: 'pending', expiresAt: now }, now)).toBe('expired')
  expect(getCodeUsability(undefined, now)).toBe('invalid')
  for (const status of ['used', 'revoked', 'expired'] as const) {
    expect(getCodeUsability({ status, expiresAt: later }, now)).toBe('invalid')
  }
})

test('a code is eight capital letters or digits, however it is typed', () => {
  expect(isCode(normalizeCode(' k7q2-xm0r\n'))).toBe(true)
  expect(isCode('K7Q2XM0')).toBe(false)
  expect(isCode(normalizeCode("K7Q2XM0R' or 1=1"))).toBe(false)
  expect(isCode(normalizeCode('ＫＱ２ＸＭ０Ｒ７'))).toBe(true)
})
