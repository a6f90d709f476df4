import {
  flowSentences,
  INVITATION_INVALID,
  NEEDS_CONFIRMED_ADDRESS,
  PROVIDER_TIMEOUT,
} from './provider-sentences'

const sentences: Readonly<Record<string, string>> = {
  ...flowSentences,
  session_not_found: 'You are no longer signed in here. Sign in, then link the account again.',
  provider_email_needs_verification: NEEDS_CONFIRMED_ADDRESS,
  bad_oauth_callback: 'The provider didn’t sign you in. Start again, or sign in another way.',
  request_timeout: PROVIDER_TIMEOUT,
  saml_assertion_no_email: 'Your company’s sign-in sent no email address. Contact its administrator.',
  user_banned: 'This account is suspended. The email about it gives the reason and the end date.',
  signup_disabled: 'New accounts can’t be created this way.',
}
const INVITATION_EXPIRED = 'Invitation code has expired'
/**
 * Some errors share a code. These patterns distinguish them by their description, which is not shown to people.
 */
const shaped: readonly (readonly [RegExp, string])[] = [
  [
    /^That email address does not belong to [^ ]+\.$/,
    'The company’s sign-in sent an email address that doesn’t belong to it. Sign in another way.',
  ],
  [
    / could not verify who you are\. Start again\.$/,
    'The provider couldn’t confirm who you are. Start again.',
  ],
]
const UNKNOWN = 'Signing in failed. Start again, or sign in another way.'

/**
 * Returns the message for a failed provider sign-in. A description from the URL is shown only if it exactly matches
 * one of our invitation messages, because anyone can make a URL with other text.
 */
export function getProviderReturnMessage(code: string | undefined, description?: string): string {
  if (description === INVITATION_INVALID || description === INVITATION_EXPIRED) return description
  if (code !== undefined && Object.hasOwn(sentences, code)) return sentences[code] ?? UNKNOWN
  return shaped.find(([pattern]) => pattern.test(description ?? ''))?.[1] ?? UNKNOWN
}
