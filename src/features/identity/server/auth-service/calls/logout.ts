import { signOut, signOutEverywhere } from '../../sessions/sign-out'
import { createValidationError } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { requireSession, createAssuranceError, createSessionError } from '../bearer-session'

export const logoutCalls: readonly AuthCall[] = [
  {
    method: 'POST',
    path: '/logout',
    handle: async (request) => {
      const { userId, sessionId } = await requireSession(request)
      const scope = request.search.get('scope') ?? 'global'
      if (scope === 'local') await signOut(request.context, { userId, sessionId })
      else if (scope === 'others' || scope === 'global') {
        const keepsCurrentSession = scope === 'others'
        const outcome = await signOutEverywhere(request.context, { userId, sessionId, keepsCurrentSession })
        if (outcome === 'ended') throw createSessionError()
        if (outcome === 'unassured' && keepsCurrentSession) throw createAssuranceError()
        // A session without two-step verification must not end sessions that have it, so it ends only itself.
        if (outcome === 'unassured') await signOut(request.context, { userId, sessionId })
      } else throw createValidationError(`Unsupported logout scope ${scope}`)
      return undefined
    },
  },
]
