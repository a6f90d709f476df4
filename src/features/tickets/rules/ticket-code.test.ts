import * as fc from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { parseTicketCode, formatTicketCode } from './ticket-code'

test('parses the site’s own ticket codes in any case and with extra spaces', () => {
  fc.assert(
    fc.property(fc.uuid(), (secret) => {
      const code = formatTicketCode(secret)
      expect(code).toMatch(/^[0-9A-Z]+$/)
      expect(parseTicketCode(code)).toBe(secret)
      expect(parseTicketCode(` ${code.toLowerCase()}\n`)).toBe(secret)
    }),
  )
})

test('refuses codes of other sites', () => {
  for (const scanned of [
    '',
    'https://example.com',
    '01a1fbc7-c116-7397-8898-08f42a369173',
    'B2B1',
    `B2B2${'A'.repeat(32)}`,
  ])
    expect(parseTicketCode(scanned)).toBeUndefined()
})
