import { toCodePath } from '../../rules/code-link'
import { isCode, normalizeCode } from '../../rules/invitation-code'

type Going = { next?: string | undefined; code?: string | undefined }

/**
 * Returns the path after sign-in with an invitation code: the page to redeem it, and from there the original
 * destination.
 */
export function toPathAfterSignIn({ next, code = '' }: Going): string | undefined {
  const whole = normalizeCode(code)
  if (!isCode(whole)) return next
  return toCodePath(whole, true) + (next === undefined ? '' : `&next=${encodeURIComponent(next)}`)
}
