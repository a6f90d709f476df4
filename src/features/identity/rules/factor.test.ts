import { expect, test } from 'vitest'
import { maskPhone } from './factor'

test('shows only the part of a phone number that its owner needs to recognize it', () => {
  expect(maskPhone('+4930123456')).toBe('+49 ··· 456')
  expect(maskPhone('+15005550006')).toBe('+1 ··· 006')
  expect(maskPhone('+971501234567')).toBe('+971 ··· 567')
})
