import { expect, test } from 'vitest'
import { fullName } from '../../contract-shapes'
import { deriveName } from './derive-name'

const ATTACK = 'Your account is locked: https://evil.example/unlock'

test('the sign-up form refuses a name with a link, with an error for that field', () => {
  const { success, error } = fullName.safeParse(ATTACK)
  expect(success).toBe(false)
  expect(error?.issues[0]?.message).toBe('Enter a name without a link.')
  expect(fullName.parse(' Mara  Voss ')).toBe('Mara Voss')
})

test('a name with a link from an app or provider is replaced by the part of the email before the @', () => {
  expect(deriveName({ full_name: ATTACK }, { email: 'mara@voss.example' })).toBe('mara')
})
