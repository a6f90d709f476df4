import { AuthError } from './auth-error'
import type { AuthRequest } from './auth-call'

export interface BearerSession {
  userId: string
  sessionId: string
  assurance: 'aal1' | 'aal2'
  hasSecondFactor: boolean
  createdAt: Date
}

/**
 * The session that the bearer token speaks for, alive as the database has it: signing out and suspending take effect at once.
 * Also of somebody who has not shown the second factor yet, since they must be able to; see needAssurance.
 * @throws AuthError no_authorization, bad_jwt, session_not_found, user_banned
 */
export async function needSession({ context, bearer }: AuthRequest): Promise<BearerSession> {
  if (bearer === undefined)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const now = context.now()
  const token = await context.accessTokens.find(bearer, now)
  if (token === undefined)
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
  const row = await context.db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.user_id')
    .select(['s.user_id', 's.assurance', 's.created_at', 'a.has_second_factor', 'a.suspended_until'])
    .where('s.id', '=', token.sessionId)
    .where('s.user_id', '=', token.userId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) throw sessionGone()
  if (row.suspended_until !== null && row.suspended_until > now)
    throw new AuthError(403, 'user_banned', 'User is banned')
  return {
    userId: row.user_id,
    sessionId: token.sessionId,
    assurance: row.assurance === 'aal2' ? 'aal2' : 'aal1',
    hasSecondFactor: row.has_second_factor,
    createdAt: row.created_at,
  }
}

/** It is over, or ended while this was asked. */
export function sessionGone(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

export function needsFactor(): AuthError {
  return new AuthError(403, 'insufficient_aal', 'AAL2 session is required: verify a second factor first')
}

/** The same, and the second factor was shown where there is one. @throws AuthError insufficient_aal besides */
export async function needAssurance(request: AuthRequest): Promise<BearerSession> {
  const session = await needSession(request)
  if (session.hasSecondFactor && session.assurance !== 'aal2') throw needsFactor()
  return session
}
