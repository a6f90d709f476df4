import { toCodePath } from '../../rules/code-link'
import { isCode, normalizeCode } from '../../rules/invitation-code'

type Going = { next?: string | undefined; code?: string | undefined }

/**
 * Returns the path to open after sign-in. With a valid code it is the page to redeem it, which then leads to `next`.
 */
export function toPathAfterSignIn({ next, code = '' }: Going): string | undefined {
  const whole = normalizeCode(code)
  if (!isCode(whole)) return next
  return toCodePath(whole, true) + (next === undefined ? '' : `&next=${encodeURIComponent(next)}`)
}
