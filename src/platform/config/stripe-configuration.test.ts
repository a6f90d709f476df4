import { expect, test } from 'vitest'
import { readConfiguration } from './configuration'

const OWN = { DATABASE_URL: 'postgres://me:hush@db/b2b', SECRET: '0123456789abcdef'.repeat(2) }
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1b',
  STRIPE_WEBHOOK_SECRET: 'whsec_1c',
}
const LIVE_KEYS = { ...KEYS, STRIPE_SECRET_KEY: 'sk_live_1a', STRIPE_PUBLISHABLE_KEY: 'pk_live_1b' }

test('Stripe keys enable card payments, even in the demo', () => {
  const expected = { secretKey: 'sk_test_1a', publishableKey: 'pk_test_1b', isLive: false, api: undefined }
  expect(readConfiguration({ ...OWN, ...KEYS }).payments).toMatchObject(expected)
  expect(readConfiguration(KEYS).payments).toMatchObject(expected)
  expect(readConfiguration({ ...OWN, ...LIVE_KEYS }).payments).toMatchObject({ isLive: true })
})

test.each(['none', 'sandbox'] as const)('PAYMENTS=%s turns Stripe off despite its keys', (PAYMENTS) => {
  expect(readConfiguration({ ...KEYS, PAYMENTS }).payments).toBe(PAYMENTS)
})

test('accepts a restricted key, and webhook secrets of two endpoints during a rotation', () => {
  const keys = {
    ...KEYS,
    STRIPE_SECRET_KEY: 'rk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2 whsec_3,whsec_4',
  }
  expect(readConfiguration({ ...OWN, ...keys }).payments).toMatchObject({
    secretKey: 'rk_test_1',
    webhookSecrets: ['whsec_1', 'whsec_2', 'whsec_3', 'whsec_4'],
  })
})

test.each([
  ['http://127.0.0.1:12111', { protocol: 'http', host: '127.0.0.1', port: 12_111 }],
  ['http://[::1]:80', { protocol: 'http', host: '::1', port: 80 }],
])('STRIPE_API=%s replaces Stripe with a stand-in on this machine', (STRIPE_API, api) => {
  expect(readConfiguration({ ...OWN, ...KEYS, STRIPE_API }).payments).toMatchObject({ api })
})

test.each([
  [{ PAYMENTS: 'stripe' }, 'STRIPE_SECRET_KEY is missing'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY is missing'],
  [{ ...KEYS, STRIPE_WEBHOOK_SECRET: ' ' }, 'STRIPE_WEBHOOK_SECRET is missing'],
  [{ ...KEYS, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'STRIPE_PUBLISHABLE_KEY must be a test key'],
  [{ ...LIVE_KEYS, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_PUBLISHABLE_KEY must be a live key'],
  [{ ...KEYS, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY is wrong'],
  [
    { ...KEYS, STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2,whsec_3,whsec_4,whsec_5' },
    'STRIPE_WEBHOOK_SECRET is wrong',
  ],
  [{ ...KEYS, STRIPE_API: 'http://stripe.example:80' }, 'STRIPE_API is wrong'],
  [{ ...LIVE_KEYS, STRIPE_API: 'http://127.0.0.1:12111' }, 'STRIPE_API is for tests'],
])('%j ends the start with one sentence that names the variable', (variables, message) => {
  const start = () => readConfiguration({ ...OWN, ...variables })
  expect(start).toThrow(message)
  expect(start).toThrow(/^[A-Z_]+ .*\.$/)
})

test('the demo refuses live Stripe keys', () => {
  expect(() => readConfiguration(LIVE_KEYS)).toThrow('STRIPE_SECRET_KEY must be a test key')
})
