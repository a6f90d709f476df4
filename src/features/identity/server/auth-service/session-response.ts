import { z } from 'zod'
import type { AuthFile } from '~/platform/config/auth-file'
import type { IdentityContext } from '../context'
import { sealRefreshToken } from '../tokens/refresh-token'
import { callHook } from '../email-and-sms/call-hook'
import { AuthError } from './auth-error'
import { findAuthUser } from './format-user'

/**
 * Larger user_metadata is left out of the token. Proxies and servers limit headers to about 8 kB, so a larger token
 * would be refused everywhere, even by the call that makes the metadata smaller.
 */
const IN_TOKEN_BYTES = 2000

// Claims that the operator's hook cannot change, such as two-step verification.
const FIXED = ['aal', 'amr', 'is_anonymous']

const claimsShape = z.record(z.string(), z.unknown())

/** Returns the claims after the operator's hook. Claims that only this service may set stay unchanged. */
async function applyClaimsHook(
  { hooks }: AuthFile,
  userId: string,
  claims: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (hooks.customAccessToken === undefined) return claims
  const response = await callHook(hooks.customAccessToken, {
    user_id: userId,
    claims: { ...claims, sub: userId },
    authentication_method: getLatestMethod(claims['amr']),
  })
  const changed = claimsShape.safeParse(response['claims'])
  if (!changed.success) throw new Error('the access token hook returned no claims')
  if (Buffer.byteLength(JSON.stringify(changed.data)) > 2 * IN_TOKEN_BYTES)
    throw new Error('the access token hook returned too many claims')
  return { ...changed.data, ...Object.fromEntries(FIXED.map((name) => [name, claims[name]])) }
}

function getLatestMethod(amr: unknown): unknown {
  return (
    z
      .array(z.looseObject({ method: z.string() }))
      .safeParse(amr)
      .data?.at(-1)?.method ?? 'password'
  )
}

/** Returns the access token, refresh token and user of a live session: the response to every sign-in. */
export async function createSessionResponse(
  {
    db,
    accessTokens,
    secret,
    now,
    config,
  }: Pick<IdentityContext, 'db' | 'accessTokens' | 'secret' | 'now' | 'config'>,
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
  const claims = await applyClaimsHook(config.auth, session.user_id, {
    email,
    phone,
    role,
    app_metadata,
    ...(Buffer.byteLength(JSON.stringify(user_metadata)) <= IN_TOKEN_BYTES && { user_metadata }),
    is_anonymous,
    aal: session.assurance,
    amr: session.amr,
  })
  const { token, expiresIn, expiresAt } = await accessTokens.sign({
    userId: session.user_id,
    sessionId,
    now: now(),
    claims,
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
