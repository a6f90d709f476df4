import type { AccessDecision } from './access'
import { baseSentences } from './sentences'

function refusal(status: 401 | 403, code: keyof typeof baseSentences) {
  return { status, code, message: baseSentences[code] }
}

/** Responses of calls and raw routes to callers without access. */
export const refusals: Record<Exclude<AccessDecision, 'allowed'>, ReturnType<typeof refusal>> = {
  sign_in: refusal(401, 'UNAUTHORIZED'),
  forbidden: refusal(403, 'FORBIDDEN'),
  members_only: refusal(403, 'MEMBERS_ONLY'),
  two_step_needed: refusal(403, 'TWO_STEP_NEEDED'),
}
