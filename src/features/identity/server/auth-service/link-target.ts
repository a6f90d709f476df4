import { resolveRedirect } from '../../rules/redirect-target'
import type { LinkTarget } from '../email-and-sms/jobs'
import type { AuthRequest } from './auth-call'
import { parseCodeChallenge } from './request-schemas'

/**
 * Returns the target of an emailed link that an app requests: `redirect_to` from the URL, the challenge from the body.
 */
export function getLinkTarget(
  { context: { config }, search }: AuthRequest,
  body: { code_challenge?: unknown; code_challenge_method?: unknown },
): LinkTarget {
  const given = search.get('redirect_to')
  const challenge = parseCodeChallenge(body)
  return {
    isApp: true,
    ...(given !== null && { redirectTo: resolveRedirect(config.auth, config.publicUrl, given) }),
    ...(challenge && { challenge }),
  }
}
