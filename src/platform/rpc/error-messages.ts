import { msg, t } from '@lingui/core/macro'
import { declareSentence } from '~/i18n/api-message'

/** Messages of errors that any call can have. */
export const baseSentences = {
  BAD_REQUEST: declareSentence(msg`Some of these values aren’t valid. Correct them and try again.`),
  UNAUTHORIZED: declareSentence(msg`Sign in to continue.`),
  FORBIDDEN: declareSentence(
    msg`Your account doesn’t have permission to do this. Ask an admin if you need it.`,
  ),
  MEMBERS_ONLY: declareSentence(
    msg`This is for members only. If you have an invitation code, redeem it in your settings; otherwise, request an invite.`,
  ),
  TWO_STEP_NEEDED: declareSentence(
    msg`Admins and moderators need two-step verification. Turn it on in your settings, or sign in again and complete the second step.`,
  ),
  INVALID_API_KEY: declareSentence(
    msg`This API key is unknown, expired or revoked, or its owner is suspended. Create a new key in your settings.`,
  ),
  API_KEY_NOT_ACCEPTED: declareSentence(msg`API keys can’t make this call. Sign in to the site to do this.`),
  SCOPE_REQUIRED: declareSentence(
    msg`This API key doesn’t have the scope of this call. Create a key with that scope in your settings.`,
  ),
  NOT_FOUND: declareSentence(
    msg`This doesn’t exist, or you don’t have access to it. Check the address and try again.`,
  ),
  SERVICE_UNAVAILABLE: declareSentence(
    msg`The site isn’t answering at the moment. Wait a few seconds and try again.`,
  ),
  TOO_MANY_REQUESTS: declareSentence(msg`Too many attempts. Wait a moment and try again.`),
} as const

/**
 * Returns the message for an unexpected error. It contains the request's id, by which the operator finds the log
 * entry.
 */
export function formatUnexpectedError(requestId: string): string {
  return t`Something went wrong on our side. Try again. If it happens again, contact us with this number: ${requestId}.`
}
