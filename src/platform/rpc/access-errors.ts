import type { AccessDecision } from './access'
import { baseSentences } from './error-messages'

function createAccessError(status: 401 | 403, code: keyof typeof baseSentences) {
  return { status, code, message: baseSentences[code] }
}

/** The responses of calls and raw routes to callers without access. */
export const accessErrors: Record<
  Exclude<AccessDecision, 'allowed'>,
  ReturnType<typeof createAccessError>
> = {
  sign_in: createAccessError(401, 'UNAUTHORIZED'),
  forbidden: createAccessError(403, 'FORBIDDEN'),
  members_only: createAccessError(403, 'MEMBERS_ONLY'),
  two_step_needed: createAccessError(403, 'TWO_STEP_NEEDED'),
}
