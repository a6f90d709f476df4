import { expect, test } from 'vitest'
import { maskPhone } from './factor'

test('of a number no more is shown than whoever owns it needs to recognise it', () => {
  expect(maskPhone('+4930123456')).toBe('+49 ··· 456')
  expect(maskPhone('+15005550006')).toBe('+1 ··· 006')
  expect(maskPhone('+971501234567')).toBe('+971 ··· 567')
})
