import { expect, test } from 'vitest'
import { listCaptchaOrigins } from './captcha-origins'

test("allows the CAPTCHA's origins only on the sign-in pages and public event pages", () => {
  expect(listCaptchaOrigins('turnstile', '/auth')).toEqual(['https://challenges.cloudflare.com'])
  expect(listCaptchaOrigins('hcaptcha', '/auth/forgot')).toContain('https://*.hcaptcha.com')
  expect(listCaptchaOrigins('turnstile', '/events/01a1fbc7-c116-73f4-9959-0d8be57bf3c2')).not.toEqual([])
  for (const path of [
    '/authors',
    '/checkout/7',
    '/events',
    '/events/7.ics',
    '/events/7/flyer.png',
    '/dashboard/events/7/edit',
  ])
    expect(listCaptchaOrigins('turnstile', path), path).toEqual([])
  expect(listCaptchaOrigins(undefined, '/auth')).toEqual([])
  expect(listCaptchaOrigins(undefined, '/events/7')).toEqual([])
})
