import { expect, test } from 'vitest'
import { createPasskeyName } from './passkey-name'

const unknown = '00000000-0000-0000-0000-000000000000'
const apple = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'

test('names a passkey after its password manager or browser, and adds a number if the name is taken', () => {
  expect(createPasskeyName(apple, [], 'Safari on Mac')).toBe('iCloud Keychain')
  expect(createPasskeyName(apple, ['iCloud Keychain'], 'Safari on Mac')).toBe('iCloud Keychain 2')
  expect(createPasskeyName(unknown, ['Passkey'])).toBe('Passkey 2')
  const taken = ['Chrome on Linux', 'Chrome on Linux 2']
  expect(createPasskeyName(unknown, taken, 'Chrome on Linux')).toBe('Chrome on Linux 3')
})
