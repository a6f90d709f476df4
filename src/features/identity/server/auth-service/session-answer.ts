import type { IdentityContext } from '../context'
import { sealRefreshToken } from '../tokens/refresh-token'
import { AuthError } from './auth-error'
import { findAuthUser } from './user-shape'

/**
 * Proxies and servers take headers of about 8 kB. Larger user_metadata is left out of the token, which would otherwise be refused
 * everywhere, also by the call that makes it smaller.
 */
const IN_TOKEN_BYTES = 2000

/** Access token, refresh token and user of a live session: the answer to every sign-in. */
export async function sessionAnswer(
  { db, accessTokens, secret, now }: Pick<IdentityContext, 'db' | 'accessTokens' | 'secret' | 'now'>,
  sessionId: string,
): Promise<Record<string, unknown>> {
  const session = await db
    .selectFrom('sessions')
    .select(['user_id', 'assurance', 'amr', 'refresh_counter'])
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const user = session && (await findAuthUser(db, session.user_id))
  if (session === undefined || user === undefined)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  const { email, phone, role, app_metadata, user_metadata, is_anonymous } = user
  const { token, expiresIn, expiresAt } = await accessTokens.sign({
    userId: session.user_id,
    sessionId,
    now: now(),
    claims: {
      email,
      phone,
      role,
      app_metadata,
      ...(Buffer.byteLength(JSON.stringify(user_metadata)) <= IN_TOKEN_BYTES && { user_metadata }),
      is_anonymous,
      aal: session.assurance,
      amr: session.amr,
    },
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: sealRefreshToken({ sessionId, counter: session.refresh_counter }, secret),
    user,
  }
}
