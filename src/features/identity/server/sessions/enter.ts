import type { Caller } from '~/platform/rpc/caller'
import type { Me } from '../../contract'
import { findLocalPath, homePathFor, landingPathFor } from '../../rules/home-path'
import type { IdentityContext } from '../context'
import { isSecure } from './cookie-name'
import { findCallers } from './find-callers'
import { sealSessionId, sessionCookie } from './session-cookie'

export function meOf(caller: Caller): Me {
  const { sessionId: _, assurance: _assurance, roles, ...person } = caller
  return { ...person, roles: [...roles], homePath: homePathFor(roles) }
}

/**
 * Hands the browser its session and answers who it is now and where to go. Whoever has a second factor is nobody yet, and goes to
 * where it is asked for.
 */
export async function enter(
  context: IdentityContext,
  sessionId: string,
  next?: string,
): Promise<{ me: Me | null; landingPath: string }> {
  context.responseHeaders.append(
    'set-cookie',
    sessionCookie(sealSessionId(sessionId, context.secret), isSecure(context)),
  )
  const found = (await findCallers(context.db, [sessionId], context.now())).get(sessionId)
  if (found) {
    // Their other browsers may show where they are signed in.
    context.live.publish([found.caller.id], ['identity'])
    return { me: meOf(found.caller), landingPath: landingPathFor(found.caller.roles, next) }
  }
  const path = findLocalPath(next)
  return {
    me: null,
    landingPath: `/auth/factor${path === undefined ? '' : `?next=${encodeURIComponent(path)}`}`,
  }
}
