import { toCodePath } from '../../rules/code-link'
import { isCode, normalizeCode } from '../../rules/invitation-code'

type Going = { next?: string | undefined; code?: string | undefined }

/**
 * Returns the path to open after sign-in. With a well-formed code, this is the page to redeem the code, which then
 * leads to `next`.
 */
export function toPathAfterSignIn({ next, code = '' }: Going): string | undefined {
  const whole = normalizeCode(code)
  if (!isCode(whole)) return next
  return toCodePath(whole, true) + (next === undefined ? '' : `&next=${encodeURIComponent(next)}`)
}
