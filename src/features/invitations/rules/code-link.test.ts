import { expect, test } from 'vitest'
import { normalizeCode } from './invitation-code'
import { toCodePath } from './code-link'

test.each(['K7Q2XM0R', '12E45678', '00000001', '12345E67'])(
  'the code %s survives being written to a link and read back',
  (code) => {
    for (const hasAccount of [true, false]) {
      const value =
        new URL(toCodePath(code, hasAccount), 'https://site.example').searchParams.get('code') ?? ''
      expect(normalizeCode(value)).toBe(code)
      // The value must not be valid JSON, because URL parsers would read it as a number.
      expect(() => JSON.parse(value)).toThrow()
    }
  },
)

test('the link opens the redeem page for people with an account, and sign-up for others', () => {
  expect(toCodePath('K7Q2XM0R', true)).toBe('/dashboard/members-only?code=K7Q2-XM0R')
  expect(toCodePath('K7Q2XM0R', false)).toBe('/auth?code=K7Q2-XM0R')
})
