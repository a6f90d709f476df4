import { resolveRedirect } from '../../rules/redirect-target'
import type { LinkEnd } from '../email-and-sms/jobs'
import type { AuthRequest } from './auth-call'
import { readChallenge } from './wire-shapes'

/**
 * Returns the target of an emailed link that an app requests: `redirect_to` from the URL, the challenge from the body.
 */
export function getLinkEnd(
  { context: { config }, search }: AuthRequest,
  body: { code_challenge?: unknown; code_challenge_method?: unknown },
): LinkEnd {
  const given = search.get('redirect_to')
  const challenge = readChallenge(body)
  return {
    isApp: true,
    ...(given !== null && { redirectTo: resolveRedirect(config.auth, config.publicUrl, given) }),
    ...(challenge && { challenge }),
  }
}
