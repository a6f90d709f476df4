import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTicketCode, writeTicketCode } from './ticket-code'
import { isUpcoming } from './ticket-policy'

test('a code reads back as its secret, in any case and with stray space', () => {
  fc.assert(
    fc.property(fc.uuid(), (secret) => {
      const code = writeTicketCode(secret)
      expect(code).toMatch(/^[0-9A-Z]+$/)
      expect(readTicketCode(code)).toBe(secret)
      expect(readTicketCode(` ${code.toLowerCase()}\n`)).toBe(secret)
    }),
  )
})

test('what is not ours is not a ticket', () => {
  for (const scanned of [
    '',
    'https://example.com',
    '01a1fbc7-c116-7397-8898-08f42a369173',
    'B2B1',
    `B2B2${'A'.repeat(32)}`,
  ])
    expect(readTicketCode(scanned)).toBeUndefined()
})

test('C-03 upcoming is valid and not before now', () => {
  const now = new Date('2026-12-05T23:00:00Z')
  const before = new Date(now.getTime() - 1)
  expect(isUpcoming({ status: 'valid', eventDate: now, isDateOpen: false }, now)).toBe(true)
  expect(isUpcoming({ status: 'valid', eventDate: before, isDateOpen: false }, now)).toBe(false)
  expect(isUpcoming({ status: 'valid', eventDate: before, isDateOpen: true }, now)).toBe(true)
  expect(isUpcoming({ status: 'refunded', eventDate: now, isDateOpen: true }, now)).toBe(false)
})
