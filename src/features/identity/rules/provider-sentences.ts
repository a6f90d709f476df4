import { VERIFY_FIRST } from './factor-sentences'

export const PROVIDER_UNKNOWN = 'This way to sign in is not set up here.'
export const PROVIDER_SILENT = 'They do not answer right now. Try again in a moment, or sign in another way.'
export const SSO_UNKNOWN = 'No single sign-on is set up for this address. Sign in another way.'
export const FLOW_DEAD = 'That took too long, or was begun in another browser. Start again.'
export const IDENTITY_TAKEN = 'That account opens another account here already.'
export const LAST_WAY_IN =
  'This is the last way into your account. Set a password or confirm an address first.'
export const INVITATION_INVALID = 'Invalid or expired invitation code'
export const NEEDS_CONFIRMED_ADDRESS =
  'They do not say that your address is yours. Sign up here, or sign in with a code if you have an account, then link them in your settings.'
export const SUSPENDED = 'User is banned'

/** Messages of our own pages for a provider's error_code. Other codes show the error_description. */
export const flowSentences: Readonly<Record<string, string>> = {
  identity_already_exists: IDENTITY_TAKEN,
  email_not_confirmed: VERIFY_FIRST,
  bad_oauth_state: FLOW_DEAD,
  flow_state_not_found: FLOW_DEAD,
  flow_state_expired: FLOW_DEAD,
}
