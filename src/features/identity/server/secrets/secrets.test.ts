import { createHmac, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { derivedKey } from './derived-key'
import { isSameSecret } from './is-same-secret'
import { hashToken, newToken } from './random-token'

test('a key is made from the secret for one use: another use or another secret is another key, the same is the same', () => {
  const sign = (secret: string, label: Parameters<typeof derivedKey>[1]) =>
    createHmac('sha256', derivedKey(secret, label)).update('text').digest('hex')
  const own = sign('secret', 'b2b setup v1')
  expect(sign('secret', 'b2b refresh token v1')).not.toBe(own)
  expect(sign('other', 'b2b setup v1')).not.toBe(own)
  expect(sign('secret', 'b2b setup v1')).toBe(own)
})

test('the key is HKDF-SHA-256 of the secret under its label: one that changed would end every session and open nothing sealed', () => {
  const exported = derivedKey('secret', 'b2b authenticator v1').export()
  expect(exported).toEqual(Buffer.from(hkdfSync('sha256', 'secret', '', 'b2b authenticator v1', 32)))
})

test('tokens have 256 random bits and are kept as SHA-256', () => {
  const [one, other] = [newToken(), newToken()]
  expect(one).toMatch(/^[\w-]{43}$/)
  expect(one).not.toBe(other)
  // printf abc | sha256sum
  expect(hashToken('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('secrets are the same byte by byte, in either spelling of them, and nothing is the same as nothing', () => {
  expect(isSameSecret('écho', Buffer.from('écho'))).toBe(true)
  expect(isSameSecret('echo', 'echp')).toBe(false)
  expect(isSameSecret('echo', 'echo and more')).toBe(false)
  expect(isSameSecret('', null)).toBe(false)
})
