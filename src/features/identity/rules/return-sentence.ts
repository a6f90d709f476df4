import {
  flowSentences,
  INVITATION_INVALID,
  NEEDS_CONFIRMED_ADDRESS,
  PROVIDER_SILENT,
} from './provider-sentences'

const sentences: Readonly<Record<string, string>> = {
  ...flowSentences,
  session_not_found: 'You are not signed in here any more. Sign in, and link it again.',
  provider_email_needs_verification: NEEDS_CONFIRMED_ADDRESS,
  bad_oauth_callback: 'They did not sign you in. Start again, or sign in another way.',
  request_timeout: PROVIDER_SILENT,
  saml_assertion_no_email:
    'They did not say which address is yours. Ask whoever looks after signing in over there.',
  user_banned: 'This account is suspended. The mail about it says until when and why.',
  signup_disabled: 'No new accounts are opened this way.',
}
const INVITATION_EXPIRED = 'Invitation code has expired'
/**
 * Several errors share a code, so the shape of our own description distinguishes them. The description itself is not
 * shown.
 */
const shaped: readonly (readonly [RegExp, string])[] = [
  [
    /^That is no address of [^ ]+\.$/,
    'They vouched for an address that is none of theirs. Sign in another way.',
  ],
  [/ could not confirm who you are\. Start again\.$/, 'They could not confirm who you are. Start again.'],
]
const UNKNOWN = 'That did not work. Start again, or sign in another way.'

/**
 * Returns the message for a failed provider sign-in. A description from the address is shown only if it exactly matches
 * one of ours, because anyone can make an address with other text.
 */
export function returnSentence(code: string | undefined, description?: string): string {
  if (description === INVITATION_INVALID || description === INVITATION_EXPIRED) return description
  if (code !== undefined && Object.hasOwn(sentences, code)) return sentences[code] ?? UNKNOWN
  return shaped.find(([words]) => words.test(description ?? ''))?.[1] ?? UNKNOWN
}
