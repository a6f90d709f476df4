import type { Caller } from '~/platform/rpc/caller'
import type { Me } from '../../contract'
import { findLocalPath, getHomePath, getLandingPath } from '../../rules/home-path'
import type { IdentityContext } from '../context'
import { isSecureSite } from '../sessions/cookies'
import { findCallers } from '../sessions/find-callers'
import { findDevice, rememberDevice } from '../sessions/known-device'
import { sealSessionId, formatSessionCookie } from '../sessions/session-cookie'

export function toMe(caller: Caller): Me {
  const { sessionId: _, assurance: _assurance, roles, withheldRoles = [], ...person } = caller
  // Includes the roles that are withheld until two-step verification, because the staff pages explain how to complete
  // it.
  const homePath = getHomePath([...roles, ...withheldRoles])
  return { ...person, roles: [...roles], needsTwoStep: withheldRoles.length > 0, homePath }
}

/**
 * Sends the session cookie and returns the signed-in person and their next page. While two-step verification is
 * pending, `me` is null and the next page asks for it. The browser becomes a known device once the sign-in is complete.
 */
export async function createSessionResponse(
  context: IdentityContext,
  sessionId: string,
  next?: string,
): Promise<{ me: Me | null; landingPath: string }> {
  context.responseHeaders.append(
    'set-cookie',
    formatSessionCookie(sealSessionId(sessionId, context.secret), isSecureSite(context)),
  )
  const found = (await findCallers(context.db, [sessionId], context.now(), context.config.security)).get(
    sessionId,
  )
  if (found) {
    const browser = {
      userId: found.caller.id,
      headers: context.requestHeaders,
      isSecure: isSecureSite(context),
    }
    if ((await findDevice(context.db, browser)) === undefined)
      context.responseHeaders.append('set-cookie', await rememberDevice(context.db, browser, context.now()))
    // The person's other open pages may show the list of sessions.
    context.live.publish([found.caller.id], ['identity'])
    return {
      me: toMe(found.caller),
      landingPath: getLandingPath([...found.caller.roles, ...(found.caller.withheldRoles ?? [])], next),
    }
  }
  const path = findLocalPath(next)
  return {
    me: null,
    landingPath: `/auth/factor${path === undefined ? '' : `?next=${encodeURIComponent(path)}`}`,
  }
}
