import { codeLink } from '../../rules/code-link'
import { isCode, normaliseCode } from '../../rules/invitation-code'

type Going = { next?: string | undefined; code?: string | undefined }

/**
 * Returns the path after sign-in with an invitation code: the page to redeem it, and from there the original
 * destination.
 */
export function afterSignIn({ next, code = '' }: Going): string | undefined {
  const whole = normaliseCode(code)
  if (!isCode(whole)) return next
  return codeLink(whole, true) + (next === undefined ? '' : `&next=${encodeURIComponent(next)}`)
}
