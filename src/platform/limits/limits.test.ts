import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLimits, formatWait } from './limits'

const refused = { status: 429 }

test('refuses attempts beyond the limit of a key, with a message', async () => {
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

test('counts all addresses of an IPv6 /64 as one, also in a key with a name', async () => {
  const limits = createLimits()
  const limit = { points: 1, seconds: 60 }
  await limits.consume('sign_in_ip', '2001:db8:1:2::1', limit)
  await expect(limits.consume('sign_in_ip', '2001:db8:1:2:ffff::9', limit)).rejects.toMatchObject(refused)
  await limits.consume('sign_in_ip', '2001:db8:1:3::1', limit)
  await limits.consume('sign_in_pair', 'ada@example.com 2001:db8:1:2::1', limit)
  await limits.reset('sign_in_pair', 'ada@example.com 2001:db8:1:2::2')
  await limits.consume('sign_in_pair', 'ada@example.com 2001:db8:1:2::3', limit)
})

test('a /56 gets 4 times and a /48 8 times the points of a /64', async () => {
  const limits = createLimits()
  const limit = { points: 2, seconds: 60 }
  const consume = (network: string) => limits.consume('sign_up_ip', `2001:db8:${network}::1`, limit)
  for (const block of ['1:0', '1:1'])
    for (let n = 0; n < 8; n += 1) await consume(`${block}${n.toString(16)}${n % 2}`)
  await expect(limits.check('sign_up_ip', '2001:db8:1:f00::1', limit)).rejects.toMatchObject(refused)
  await expect(consume('1:f00')).rejects.toMatchObject(refused)
  await consume('2:0')

  for (let n = 0; n < 8; n += 1) await consume(`3:${n}`)
  await expect(consume('3:ff')).rejects.toMatchObject(refused)
  await consume('3:100')
})

test('stores a bounded number of keys and evicts the least recently used', async () => {
  const limits = createLimits(undefined, { maxKeys: 3 })
  const limit = { points: 2, seconds: 60 }
  for (const key of ['ada', 'ada', 'ben', 'cleo']) await limits.consume('sign_in', key, limit)
  await expect(limits.consume('sign_in', 'ada', limit)).rejects.toMatchObject(refused)
  await limits.consume('sign_in', 'dan', limit)
  await limits.consume('sign_in', 'ben', limit)
  await limits.consume('sign_in', 'ben', limit)
  await expect(limits.check('sign_in', 'ben', limit)).rejects.toMatchObject(refused)
})

test('check consumes no point, and throws when none is left', async () => {
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

test('reset restores the points', async () => {
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
])('%i seconds are shown as %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words)
})

test('the timer of a key keeps nothing of the request in memory', async () => {
  const request = new AsyncLocalStorage<string>()
  const realStart = setTimeout
  const startedIn: (string | undefined)[] = []
  const start = (run: () => void, ms?: number) => {
    startedIn.push(request.getStore())
    return realStart(run, ms)
  }
  const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(start)
  onTestFinished(() => timer.mockRestore())
  await request.run('a request', () => createLimits().consume('sign_in', 'ada', { points: 1, seconds: 60 }))
  expect(startedIn).toEqual([undefined])
})
