import type { Caller } from '~/platform/rpc/caller'
import type { Me } from '../../contract'
import { findLocalPath, homePathFor, landingPathFor } from '../../rules/home-path'
import type { IdentityContext } from '../context'
import { isSecure } from '../sessions/cookies'
import { findCallers } from '../sessions/find-callers'
import { findDevice, rememberDevice } from '../sessions/known-device'
import { sealSessionId, sessionCookie } from '../sessions/session-cookie'

export function meOf(caller: Caller): Me {
  const { sessionId: _, assurance: _assurance, roles, withheldRoles = [], ...person } = caller
  // Withheld roles count for the home path: the guard of the staff pages redirects to the explanation of two-step
  // verification.
  const homePath = homePathFor([...roles, ...withheldRoles])
  return { ...person, roles: [...roles], needsTwoStep: withheldRoles.length > 0, homePath }
}

/**
 * Sends the session cookie and returns the signed-in person and their next page. Until an account with two-step
 * verification has completed it, `me` is null and the next page asks for it. The browser becomes a known device once
 * the sign-in is complete.
 */
export async function sessionAnswer(
  context: IdentityContext,
  sessionId: string,
  next?: string,
): Promise<{ me: Me | null; landingPath: string }> {
  context.responseHeaders.append(
    'set-cookie',
    sessionCookie(sealSessionId(sessionId, context.secret), isSecure(context)),
  )
  const found = (await findCallers(context.db, [sessionId], context.now(), context.config.security)).get(
    sessionId,
  )
  if (found) {
    const asking = { userId: found.caller.id, headers: context.requestHeaders, isSecure: isSecure(context) }
    if ((await findDevice(context.db, asking)) === undefined)
      context.responseHeaders.append('set-cookie', await rememberDevice(context.db, asking, context.now()))
    // Their other browsers may show the list of sessions.
    context.live.publish([found.caller.id], ['identity'])
    return {
      me: meOf(found.caller),
      landingPath: landingPathFor([...found.caller.roles, ...(found.caller.withheldRoles ?? [])], next),
    }
  }
  const path = findLocalPath(next)
  return {
    me: null,
    landingPath: `/auth/factor${path === undefined ? '' : `?next=${encodeURIComponent(path)}`}`,
  }
}
