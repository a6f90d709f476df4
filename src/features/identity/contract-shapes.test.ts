import { expect, test } from 'vitest'
import { phoneNumber } from './contract-shapes'

test('A-07 formats an international phone number as E.164', () => {
  expect(phoneNumber.parse('0049 30 123-456')).toBe('+4930123456')
})

test.each(['415 555 2671', '4930123456', 'Berlin'])(
  'A-07 refuses %s, since the country of a phone number is never guessed',
  (text) => {
    expect(phoneNumber.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'Enter a number with its country code, such as +49 30 123456.',
    ])
  },
)
