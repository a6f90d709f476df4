import { expect, test } from 'vitest'
import { captchaGuests } from './captcha-guests'

test("allows the CAPTCHA's origins only on the sign-in pages and public event pages", () => {
  expect(captchaGuests('turnstile', '/auth')).toEqual(['https://challenges.cloudflare.com'])
  expect(captchaGuests('hcaptcha', '/auth/forgot')).toContain('https://*.hcaptcha.com')
  expect(captchaGuests('turnstile', '/events/01a1fbc7-c116-73f4-9959-0d8be57bf3c2')).not.toEqual([])
  for (const path of [
    '/authors',
    '/checkout/7',
    '/events',
    '/events/7.ics',
    '/events/7/flyer.png',
    '/dashboard/events/7/edit',
  ])
    expect(captchaGuests('turnstile', path), path).toEqual([])
  expect(captchaGuests(undefined, '/auth')).toEqual([])
  expect(captchaGuests(undefined, '/events/7')).toEqual([])
})
