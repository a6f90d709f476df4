import { hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { getCurrentKey, isSigned, joinSecrets, sign, splitSecrets } from '~/platform/secrets/derived-key'
import { isSameSecret } from '~/platform/secrets/is-same-secret'
import { hashCode, listCodeHashes, listShortCodeHashes, hashShortCode } from './codes'
import { hashToken, generateToken } from './random-token'

test('each label and each secret produces its own key', () => {
  const own = sign('text', 'secret', 'b2b setup v1')
  expect(sign('text', 'secret', 'b2b refresh token v1')).not.toEqual(own)
  expect(sign('text', 'other', 'b2b setup v1')).not.toEqual(own)
  expect(sign('text', 'secret', 'b2b setup v1')).toEqual(own)
})

test('the first of two secrets signs, and both verify', () => {
  const both = joinSecrets('new', 'old')
  expect(splitSecrets(both)).toEqual(['new', 'old'])
  expect(sign('text', both, 'b2b setup v1')).toEqual(sign('text', 'new', 'b2b setup v1'))
  for (const secret of ['new', 'old'])
    expect(isSigned('text', sign('text', secret, 'b2b setup v1'), both, 'b2b setup v1')).toBe(true)
  expect(isSigned('text', sign('text', 'other', 'b2b setup v1'), both, 'b2b setup v1')).toBe(false)
  expect(isSigned('text', sign('text', 'new', 'b2b factor code v1'), both, 'b2b setup v1')).toBe(false)
})

test('finds a code that was stored with the previous secret', () => {
  const use = { purpose: 'recovery code', of: 'an account' } as const
  const stored = hashShortCode('123456', { ...use, secret: 'old' })
  const found = (secret: string) =>
    listShortCodeHashes('123456', { ...use, secret }).some((hash) => hash.equals(stored))
  expect([found(joinSecrets('new', 'old')), found('old'), found('new')]).toEqual([true, true, false])
  const sent = { purpose: 'sign_in', sentTo: 'mara@example.com', code: '123456' }
  const [, previous] = listCodeHashes(joinSecrets('new', 'old'), sent)
  expect(previous).toEqual(hashCode('old', sent))
})

test('the key is HKDF-SHA-256 of the secret and the label, so that sessions and encrypted values survive an upgrade', () => {
  const exported = getCurrentKey('secret', 'b2b authenticator v1').export()
  expect(exported).toEqual(Buffer.from(hkdfSync('sha256', 'secret', '', 'b2b authenticator v1', 32)))
})

test('tokens have 256 random bits and are stored as SHA-256', () => {
  const [one, other] = [generateToken(), generateToken()]
  expect(one).toMatch(/^[\w-]{43}$/)
  expect(one).not.toBe(other)
  // printf abc | sha256sum
  expect(hashToken('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('the comparison of secrets accepts text and bytes, and null never matches', () => {
  expect(isSameSecret('écho', Buffer.from('écho'))).toBe(true)
  expect(isSameSecret('echo', 'echp')).toBe(false)
  expect(isSameSecret('echo', 'echo and more')).toBe(false)
  expect(isSameSecret('', null)).toBe(false)
})
