import { VERIFY_FIRST } from '../../rules/factor-messages'
import { findSession, type Holder, isAssured } from '../sessions/lock-account'
import { isReauthenticated } from '../sessions/reauthentication'
import { AuthError } from './auth-error'
import type { AuthRequest } from './auth-call'

/**
 * Returns the live session of the bearer token, read from the database: signing out and suspending take effect
 * immediately. Two-step verification may be incomplete; requireAssurance refuses such sessions.
 * @throws AuthError no_authorization, bad_jwt, session_not_found, user_banned
 */
export async function requireSession({ context, bearer }: AuthRequest): Promise<Holder> {
  if (bearer === undefined)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const now = context.now()
  const token = await context.accessTokens.find(bearer, now)
  if (token === undefined)
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
  const session = await findSession(context.db, token, now)
  if (session === undefined) throw createSessionError()
  if (session.isSuspended) throw new AuthError(403, 'user_banned', 'User is banned')
  return session
}

/** Returns the error for adding a sign-in method before the account's email or phone is verified. */
export function verifyFirst(): AuthError {
  return new AuthError(403, 'email_not_confirmed', VERIFY_FIRST)
}

/** Returns the error for a session that ended before or during the request. */
export function createSessionError(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/**
 * Returns the error for missing two-step verification. As in GoTrue, the status is 401 for a change of the email, phone
 * or password, and 403 for all other calls.
 */
export function createAssuranceError(status: 401 | 403 = 403, purpose = ''): AuthError {
  const message = `AAL2 session is required${purpose && ` ${purpose}`}: verify a second factor first`
  return new AuthError(status, 'insufficient_aal', message)
}

/**
 * Like requireSession, and refuses a session that has not passed two-step verification.
 * @throws AuthError also insufficient_aal
 */
export async function requireAssurance(request: AuthRequest): Promise<Holder> {
  const session = await requireSession(request)
  if (!isAssured(session)) throw createAssuranceError()
  return session
}

/**
 * Like requireAssurance, and refuses a session without recent reauthentication.
 * @throws AuthError also reauthentication_needed
 */
export async function requireReauthenticatedSession(request: AuthRequest): Promise<Holder> {
  const session = await requireAssurance(request)
  await requireReauthenticated(request, session)
  return session
}

/**
 * Refuses a change of sign-in methods unless the session signed in or reauthenticated within the last 15 minutes, so
 * that a stolen token isn't enough to take over an account. Operators can turn this off.
 * @throws AuthError reauthentication_needed
 */
export async function requireReauthenticated(request: AuthRequest, session: Holder): Promise<void> {
  if (await isReauthenticationSatisfied(request, session)) return
  throw new AuthError(
    400,
    'reauthentication_needed',
    'This change requires reauthentication: sign in again, verify a second factor, or update the user with the current password or the nonce of GET /reauthenticate',
  )
}

export async function isReauthenticationSatisfied(
  { context: { config, db, now } }: AuthRequest,
  { sessionId }: Holder,
): Promise<boolean> {
  return !config.auth.reauthenticateForChanges || (await isReauthenticated(db, { sessionId, now: now() }))
}
