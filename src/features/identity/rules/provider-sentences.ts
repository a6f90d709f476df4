import { VERIFY_FIRST } from './factor-messages'

export const PROVIDER_UNKNOWN = 'This sign-in method is not set up here.'
export const PROVIDER_TIMEOUT =
  'The provider isn’t responding. Try again in a moment, or sign in another way.'
export const SSO_UNKNOWN = 'Single sign-on is not set up for this address. Sign in another way.'
export const FLOW_EXPIRED = 'That took too long, or you started in another browser. Start again.'
export const IDENTITY_TAKEN = 'Someone else already uses that account to sign in here.'
export const LAST_SIGN_IN_METHOD =
  'This is your last sign-in method. Set a password or verify an email address first.'
export const INVITATION_INVALID = 'Invalid or expired invitation code'
export const NEEDS_CONFIRMED_ADDRESS =
  'The provider hasn’t verified your email address. Sign up here, or sign in with a code if you have an account, then link the provider in your settings.'
export const SUSPENDED = 'User is banned'

/** Messages that our own pages show for an error_code. For other codes, they show the error_description. */
export const flowSentences: Readonly<Record<string, string>> = {
  identity_already_exists: IDENTITY_TAKEN,
  email_not_confirmed: VERIFY_FIRST,
  bad_oauth_state: FLOW_EXPIRED,
  flow_state_not_found: FLOW_EXPIRED,
  flow_state_expired: FLOW_EXPIRED,
}
