import { expect, test } from 'vitest'
import { captchaGuests } from './captcha-guests'

test('a captcha may run where people sign in, and only when it is set up', () => {
  expect(captchaGuests('turnstile', '/auth')).toEqual(['https://challenges.cloudflare.com'])
  expect(captchaGuests('hcaptcha', '/auth/forgot')).toContain('https://*.hcaptcha.com')
  expect(captchaGuests('turnstile', '/authors')).toEqual([])
  expect(captchaGuests('turnstile', '/checkout/7')).toEqual([])
  expect(captchaGuests(undefined, '/auth')).toEqual([])
})
