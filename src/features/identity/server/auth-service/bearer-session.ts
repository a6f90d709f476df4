import { VERIFY_FIRST } from '../../rules/factor-sentences'
import { isAssured } from '../sessions/hold-account'
import { isReauthenticated } from '../sessions/reauthentication'
import { AuthError } from './auth-error'
import type { AuthRequest } from './auth-call'

export interface BearerSession {
  userId: string
  sessionId: string
  assurance: 'aal1' | 'aal2'
  hasSecondFactor: boolean
  /** Its email or phone is verified. */
  isVerified: boolean
}

/**
 * Returns the live session of the bearer token, read from the database: signing out and suspending take effect immediately.
 * The second factor may still be missing; needAssurance refuses such sessions.
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
    .select(['s.user_id', 's.assurance', 'a.has_second_factor', 'a.suspended_until'])
    .select(['a.email_verified_at', 'a.phone_verified_at'])
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
    isVerified: row.email_verified_at !== null || row.phone_verified_at !== null,
  }
}

/** For a sign-in method that is added before the email or phone of the account is verified. */
export function verifyFirst(): AuthError {
  return new AuthError(403, 'email_not_confirmed', VERIFY_FIRST)
}

/** For a session that ended before or during the request. */
export function sessionGone(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/** GoTrue answers 401 to changes of the user, and 403 elsewhere. */
export function needsFactor(status: 401 | 403 = 403, what = ''): AuthError {
  const message = `AAL2 session is required${what && ` ${what}`}: verify a second factor first`
  return new AuthError(status, 'insufficient_aal', message)
}

/** Like needSession, and refuses a session that has not shown the account's second factor. @throws AuthError also insufficient_aal */
export async function needAssurance(request: AuthRequest): Promise<BearerSession> {
  const session = await needSession(request)
  if (!isAssured(session)) throw needsFactor()
  return session
}

/** Like needAssurance, and refuses a session without recent proof. @throws AuthError also reauthentication_needed */
export async function needReauthenticatedSession(request: AuthRequest): Promise<BearerSession> {
  const session = await needAssurance(request)
  await needReauthenticated(request, session)
  return session
}

/**
 * Refuses a change of sign-in methods unless the session signed in or reauthenticated within the last 15 minutes, so that a stolen token isn't
 * enough to take an account over. Operators can turn this off. @throws AuthError reauthentication_needed
 */
export async function needReauthenticated(request: AuthRequest, session: BearerSession): Promise<void> {
  if (await hasReauthenticated(request, session)) return
  throw new AuthError(
    400,
    'reauthentication_needed',
    'This change requires reauthentication: sign in again, verify a second factor, or update the user with the current password or the nonce of GET /reauthenticate',
  )
}

export async function hasReauthenticated(
  { context: { config, db, now } }: AuthRequest,
  { sessionId }: BearerSession,
): Promise<boolean> {
  return !config.auth.reauthenticateForChanges || (await isReauthenticated(db, { sessionId, now: now() }))
}
