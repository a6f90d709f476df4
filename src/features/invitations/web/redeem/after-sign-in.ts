import { codeLink } from '../../rules/code-link'
import { isCode, normaliseCode } from '../../rules/invitation-code'

type Going = { next?: string | undefined; code?: string | undefined }

/** Where signing in leads with an invitation's code in hand: to where an account redeems it, and from there to where they were going. */
export function afterSignIn({ next, code = '' }: Going): string | undefined {
  const whole = normaliseCode(code)
  if (!isCode(whole)) return next
  return codeLink(whole, true) + (next === undefined ? '' : `&next=${encodeURIComponent(next)}`)
}
