import { expect, test } from 'vitest'
import { seal, unseal } from './encrypted-text'

const own = { secret: 'the secret of this site', purpose: 'authenticator' } as const

test('encrypted text can be decrypted only with the same secret and purpose, and differs each time', () => {
  const [first, other] = [seal('JBSWY3DPEHPK3PXP', own), seal('JBSWY3DPEHPK3PXP', own)]
  expect(unseal(first, own)).toBe('JBSWY3DPEHPK3PXP')
  expect(first.equals(other)).toBe(false)
  expect(first.includes('JBSWY3')).toBe(false)
})

test('another secret, another purpose, or one changed byte decrypts nothing', () => {
  const sealed = seal('JBSWY3DPEHPK3PXP', own)
  expect(unseal(sealed, { ...own, secret: 'the secret of another site' })).toBeUndefined()
  expect(unseal(sealed, { ...own, purpose: 'signing key' })).toBeUndefined()
  for (const at of [0, 12, 28, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(unseal(changed, own)).toBeUndefined()
  }
  expect(unseal(Buffer.alloc(5), own)).toBeUndefined()
})
