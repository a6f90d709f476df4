import { expect, test } from 'vitest'
import { getCallingCode, formatPhone, parsePhone } from './phone'

test.each([
  ['+49 30 123-456', '+4930123456'],
  ['0049 (30) 123.456', '+4930123456'],
  [' (+49) 30 123456 ', '+4930123456'],
  ['+49 (0)30 123456', '+4930123456'],
  ['0044 ( 0 ) 7700 900123', '+447700900123'],
  ['+39 06 1234567', '+39061234567'],
])('%s is parsed as %s', (text, number) => {
  expect(parsePhone(text)).toBe(number)
})

test.each(['+0301234567', '+49', '+4930123456789012', '+49abc3456', 'Berlin', '', '+39 (0)6 1234567'])(
  '%s is not a phone number',
  (text) => {
    expect(parsePhone(text)).toBeUndefined()
  },
)

test.each(['415 555 2671', '4930123456', '030 123456'])(
  'refuses %s as a phone number, because its country is never guessed',
  (text) => {
    expect(parsePhone(text)).toBeUndefined()
  },
)

test.each([
  ['+4930123456', '+49 301 234 56'],
  ['+4915112345678', '+49 151 123 456 78'],
  ['+15005550006', '+1 500 555 0006'],
  ['+3228947710', '+32 289 477 10'],
  ['+35312345678', '+353 123 456 78'],
  ['+79161234567', '+7 916 123 4567'],
  ['+971501234567', '+971 501 234 567'],
])('the phone number %s is formatted as %s, without line breaks', (number, read) => {
  expect(formatPhone(number)).toBe(read.replaceAll(' ', '\u00A0'))
})

test('text that is not a phone number stays unchanged', () => {
  expect(formatPhone('ask at the door')).toBe('ask at the door')
})

test.each([
  ['+12025550123', '+1'],
  ['+77012345678', '+7'],
  ['+491701234567', '+49'],
  ['+353861234567', '+353'],
  ['+882161234567', '+882'],
  ['+998901234567', '+998'],
])('%s has the calling code %s', (number, country) => {
  expect(getCallingCode(number)).toBe(country)
})
