import { expect, test } from 'vitest'
import { isPasswordFromName } from './password-from-name'

const owner = {
  names: ['Back to Back', 'Low Ceiling'],
  email: 'mara.klein92@private.example',
  fullName: 'Mára Klein-Schmidt',
}

test.each([
  'backtoback',
  'Back to Back 2026!',
  'LowCeiling1',
  'mara.klein92@private.example',
  'MaraKlein92',
  '123mara.klein',
  'Mara Klein Schmidt',
  'klein-schmidt-1992',
])('A-08 the password %s is a name of the site or its owner', (password) => {
  expect(isPasswordFromName(password, owner)).toBe(true)
})

test.each(['correct horse', '12345678', 'maraplaystechno', '!!!!!!!!', 'private.example'])(
  'A-08 the password %s is not a name of the site or its owner',
  (password) => {
    expect(isPasswordFromName(password, owner)).toBe(false)
  },
)

test('A-08 any password passes when there is no name to compare it with', () => {
  expect(isPasswordFromName('12345678', { names: [], email: null, fullName: '' })).toBe(false)
})
