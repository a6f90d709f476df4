import { expect, test } from 'vitest'
import { passkeyName } from './passkey-name'

const nobody = '00000000-0000-0000-0000-000000000000'
const apple = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'

test('a passkey is called after what keeps it, and numbered when there is one of that name', () => {
  expect(passkeyName(apple, [])).toBe('iCloud Keychain')
  expect(passkeyName(apple, ['iCloud Keychain'])).toBe('iCloud Keychain 2')
  expect(passkeyName(nobody, ['Passkey', 'Passkey 2'])).toBe('Passkey 3')
})
