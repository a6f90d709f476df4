import { expect, test } from 'vitest'
import { createLimits, waitInWords } from './limits'

test('the attempt after the last is refused with words, and other people are not', async () => {
  const limits = createLimits()
  const limit = { points: 2, seconds: 90 }
  await limits.consume('sign_in', 'ada', limit)
  await limits.consume('sign_in', 'ada', limit)
  await expect(limits.consume('sign_in', 'ada', limit)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    status: 429,
    message: 'Too many attempts. Try again in 2 minutes.',
    data: { retryAfterSeconds: 90 },
  })
  await limits.consume('sign_in', 'ben', limit)
  await limits.consume('sign_up', 'ada', limit)
})

test('whoever has an IPv6 network has one address', async () => {
  const limits = createLimits()
  const limit = { points: 1, seconds: 60 }
  await limits.consume('sign_in_ip', '2001:db8:1:2::1', limit)
  await expect(limits.consume('sign_in_ip', '2001:db8:1:2:ffff::9', limit)).rejects.toMatchObject({
    status: 429,
  })
  await limits.consume('sign_in_ip', '2001:db8:1:3::1', limit)
  await limits.consume('sign_in_pair', 'ada@example.com 2001:db8:1:2::1', limit)
  await limits.reset('sign_in_pair', 'ada@example.com 2001:db8:1:2::2')
  await limits.consume('sign_in_pair', 'ada@example.com 2001:db8:1:2::3', limit)
})

test('looking takes nothing, and refuses once nothing is left', async () => {
  const limits = createLimits()
  const limit = { points: 2, seconds: 90 }
  for (let look = 0; look < 5; look++) await limits.check('wrong code', 'ada', limit)
  await limits.consume('wrong code', 'ada', limit)
  await limits.check('wrong code', 'ada', limit)
  await limits.consume('wrong code', 'ada', limit)
  await expect(limits.check('wrong code', 'ada', limit)).rejects.toMatchObject({
    status: 429,
    data: { retryAfterSeconds: 90 },
  })
  await limits.check('wrong code', 'ben', limit)
})

test('reset gives the points back', async () => {
  const limits = createLimits()
  const limit = { points: 1, seconds: 60 }
  await limits.consume('sign_in', 'ada', limit)
  await limits.reset('sign_in', 'ada')
  await limits.consume('sign_in', 'ada', limit)
})

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3600, '1 hour'],
  [7201, '3 hours'],
])('%i seconds are %s', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words)
})
