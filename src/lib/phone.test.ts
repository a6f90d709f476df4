import { expect, test } from 'vitest'
import { isPhone, normalisePhone } from './phone'

test.each([
  ['+49 30 123-456', '+4930123456'],
  ['0049 (30) 123.456', '+4930123456'],
  ['4930123456', '+4930123456'],
])('%s is %s', (text, number) => {
  expect(normalisePhone(text)).toBe(number)
  expect(isPhone(number)).toBe(true)
})

test.each(['+0301234567', '+49', '+4930123456789012', '+49abc3456', 'Berlin'])('%s is no number', (text) => {
  expect(isPhone(normalisePhone(text))).toBe(false)
})
