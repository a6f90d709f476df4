import type { AccessDecision } from './access'
import { baseSentences } from './sentences'

function refusal(status: 401 | 403, code: 'UNAUTHORIZED' | 'FORBIDDEN' | 'MEMBERS_ONLY') {
  return { status, code, message: baseSentences[code] }
}

/** What whoever may not is told, by calls and by raw routes alike. */
export const refusals: Record<Exclude<AccessDecision, 'allowed'>, ReturnType<typeof refusal>> = {
  sign_in: refusal(401, 'UNAUTHORIZED'),
  forbidden: refusal(403, 'FORBIDDEN'),
  members_only: refusal(403, 'MEMBERS_ONLY'),
}
