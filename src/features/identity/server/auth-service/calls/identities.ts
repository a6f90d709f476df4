import { unlinkIdentity } from '../../providers/unlink-identity'
import { hopAddress } from '../../providers/open-flow'
import { startFlow } from '../../providers/start-flow'
import { AuthError } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { needRecentSession, sessionGone, verifyFirst } from '../bearer-session'
import { redirectAnswer } from '../redirect-answer'
import { readFlow } from './authorize'

export const identityCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/user/identities/authorize',
    handle: async (request) => {
      const { context, search } = request
      const { userId, sessionId, isVerified } = await needRecentSession(request)
      if (!isVerified) throw verifyFirst()
      await context.limits.consume('link_account', userId, { points: 30, seconds: 3600 })
      const { way: _, invitationCode: _none, ...flow } = readFlow(context, search)
      const { state } = await startFlow(context, { ...flow, linkTo: { userId, sessionId } })
      const url = hopAddress(context.config.publicUrl, state)
      return search.get('skip_http_redirect') === 'true' ? { url } : redirectAnswer(302, url)
    },
  },
  {
    method: 'DELETE',
    path: '/user/identities/:identity_id',
    handle: async (request) => {
      const { userId, sessionId } = await needRecentSession(request)
      const id = request.params['identity_id'] ?? ''
      const outcome = await unlinkIdentity(request.context, { userId, sessionId, id })
      if (outcome === 'ended') throw sessionGone()
      if (outcome === 'unknown') throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
      if (outcome === 'last')
        throw new AuthError(
          422,
          'single_identity_not_deletable',
          'User must have at least 1 identity after unlinking',
        )
      return {}
    },
  },
]
