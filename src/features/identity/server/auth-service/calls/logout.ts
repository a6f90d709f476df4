import { SESSION_TOPIC } from '~/platform/live/live'
import { endSession, endSessions } from '../../sessions/sessions'
import { invalid } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { needSession, needsFactor } from '../bearer-session'
import { giveUpChanges } from '../../account/give-up-changes'

export const logoutCalls: readonly AuthCall[] = [
  {
    method: 'POST',
    path: '/logout',
    handle: async (request) => {
      const { userId, sessionId, assurance, hasSecondFactor } = await needSession(request)
      const { db, live, now } = request.context
      const asked = request.search.get('scope') ?? 'global'
      // Whoever knows the password alone ends what they began, and signs nobody out who has shown more.
      const isPending = hasSecondFactor && assurance === 'aal1'
      const scope = isPending && asked === 'global' ? 'local' : asked
      if (isPending && scope === 'others') throw needsFactor()
      if (scope === 'local') await endSession(db, sessionId, now())
      else if (scope === 'others' || scope === 'global')
        await db.transaction().execute(async (trx) => {
          await giveUpChanges(trx, { userId, now: now() })
          await endSessions(trx, {
            userId,
            except: scope === 'others' ? sessionId : undefined,
            now: now(),
          })
        })
      else throw invalid(`Unsupported logout scope ${scope}`)
      live.publish([userId], [SESSION_TOPIC])
      return undefined
    },
  },
]
