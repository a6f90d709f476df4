import { expect, test } from 'vitest'
import { captchaOrigins } from './captcha-origins'

test("allows the CAPTCHA's origins only on the sign-in pages and public event pages", () => {
  expect(captchaOrigins('turnstile', '/auth')).toEqual(['https://challenges.cloudflare.com'])
  expect(captchaOrigins('hcaptcha', '/auth/forgot')).toContain('https://*.hcaptcha.com')
  expect(captchaOrigins('turnstile', '/events/01a1fbc7-c116-73f4-9959-0d8be57bf3c2')).not.toEqual([])
  for (const path of [
    '/authors',
    '/checkout/7',
    '/events',
    '/events/7.ics',
    '/events/7/flyer.png',
    '/dashboard/events/7/edit',
  ])
    expect(captchaOrigins('turnstile', path), path).toEqual([])
  expect(captchaOrigins(undefined, '/auth')).toEqual([])
  expect(captchaOrigins(undefined, '/events/7')).toEqual([])
})
