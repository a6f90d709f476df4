import { signOutEverywhere } from '../../account/sign-out-everywhere'
import { SESSION_TOPIC } from '~/platform/live/live'
import { recordRequest } from '../../security-log/record-event'
import { endSession } from '../../sessions/sessions'
import { invalid } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { needSession, needsFactor, sessionGone } from '../bearer-session'

async function endHere({ context }: AuthRequest, own: { userId: string; sessionId: string }) {
  const { db, live, now } = context
  await db.transaction().execute(async (trx) => {
    await endSession(trx, own.sessionId, now())
    await recordRequest(trx, context, { userId: own.userId, kind: 'signed_out', sessionId: own.sessionId })
  })
  live.publish([own.userId], [SESSION_TOPIC])
}

export const logoutCalls: readonly AuthCall[] = [
  {
    method: 'POST',
    path: '/logout',
    handle: async (request) => {
      const { userId, sessionId } = await needSession(request)
      const scope = request.search.get('scope') ?? 'global'
      if (scope === 'local') await endHere(request, { userId, sessionId })
      else if (scope === 'others' || scope === 'global') {
        const isHereKept = scope === 'others'
        const outcome = await signOutEverywhere(request.context, { userId, sessionId, isHereKept })
        if (outcome === 'ended') throw sessionGone()
        if (outcome === 'unassured' && isHereKept) throw needsFactor()
        // Whoever knows the password alone ends what they began, and signs nobody out who has shown more.
        if (outcome === 'unassured') await endHere(request, { userId, sessionId })
      } else throw invalid(`Unsupported logout scope ${scope}`)
      return undefined
    },
  },
]
