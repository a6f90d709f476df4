import { expect, test } from 'vitest'
import { getProviderReturnMessage } from './provider-return-message'

test('A-08 describes a failed provider sign-in in our own words', () => {
  expect(getProviderReturnMessage('identity_already_exists')).toBe(
    'Someone else already uses that account to sign in here.',
  )
  expect(getProviderReturnMessage('flow_state_expired')).toMatch(/^That took too long/)
  expect(getProviderReturnMessage('bad_oauth_callback', 'You canceled signing in with Google.')).toBe(
    'The provider didn’t sign you in. Start again, or sign in another way.',
  )
  expect(getProviderReturnMessage('validation_failed', 'Invitation code has expired')).toBe(
    'Invitation code has expired',
  )
})

test("A-08 distinguishes errors of a company's sign-in without repeating text from the return URL", () => {
  expect(
    getProviderReturnMessage(
      'validation_failed',
      'That email address does not belong to evil.example/call-0900.',
    ),
  ).toBe('The company’s sign-in sent an email address that doesn’t belong to it. Sign in another way.')
  expect(
    getProviderReturnMessage('validation_failed', 'venue.example could not verify who you are. Start again.'),
  ).toBe('The provider couldn’t confirm who you are. Start again.')
  expect(getProviderReturnMessage('saml_assertion_no_email')).toMatch(
    /^Your company’s sign-in sent no email address\./,
  )
  expect(
    getProviderReturnMessage(
      'validation_failed',
      'That email address does not belong to ours. Call 0900 123.',
    ),
  ).toMatch(/^Signing in failed/)
})

test.each([['toString'], ['__proto__'], ['unheard_of'], [undefined]])(
  'never shows text that a stranger put into the return URL (%s)',
  (code) => {
    expect(getProviderReturnMessage(code, 'Call 0900 123 to unlock your account')).toBe(
      'Signing in failed. Start again, or sign in another way.',
    )
  },
)
