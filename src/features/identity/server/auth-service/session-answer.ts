import type { IdentityContext } from '../context'
import { sealRefreshToken } from '../tokens/refresh-token'
import { TOKEN_SECONDS } from '../tokens/signing-keys'
import { AuthError } from './auth-error'
import { findAuthUser } from './user-shape'

/**
 * A header has room for some eight kilobytes on its way through proxies and servers: whoever keeps more than this gets it with the
 * person, and not in the token, which would otherwise open nothing any more, nor the call that makes it smaller.
 */
const IN_TOKEN_BYTES = 2000

/** Access token, refresh token and person of a session that is alive, as every way in answers them. */
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
  const { token, expiresAt } = await accessTokens.sign({
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
    expires_in: TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: sealRefreshToken({ sessionId, counter: session.refresh_counter }, secret),
    user,
  }
}
