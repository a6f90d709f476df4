import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { isDatabaseUnavailable } from '~/lib/database-unavailable'
import type { Database } from '~/database/connect'
import { ALGORITHM, type SigningKeys, createSigningKeys, TOKEN_SECONDS } from './signing-keys'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'

export const AUDIENCE = 'authenticated'
const MAX_CACHED = 5000

const claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  exp: z.number(),
})

/** The session that a bearer token names. The database decides whether it is live. */
export interface AccessToken {
  userId: string
  sessionId: string
}

export interface AccessTokens {
  /** Adds `claims`, such as email and app_metadata, to the claims set here: issuer, user, session and times. */
  sign(
    token: AccessToken & { claims: Record<string, unknown>; now: Date },
  ): Promise<{ token: string; expiresIn: number; expiresAt: number }>
  /**
   * Returns undefined for a token that is forged, expired, issued for another service, or signed with another
   * algorithm.
   */
  find(token: string, now: Date): Promise<AccessToken | undefined>
}

/**
 * Creates JWTs (RFC 7519), ES256, in GoTrue's format. `issuer` is the URL of the auth service, `seconds` the lifetime.
 */
export function createAccessTokens({
  keys,
  issuer,
  seconds,
}: {
  keys: SigningKeys
  issuer: string
  seconds: number
}): AccessTokens {
  // Tokens that were verified before. An app sends the same token many times, and its signature does not change.
  const known = new Map<string, AccessToken & { exp: number; kid: string }>()

  return {
    async sign({ userId, sessionId, claims: more, now }) {
      const { id, privateKey } = await keys.current()
      const issuedAt = Math.floor(now.getTime() / 1000)
      const expiresAt = issuedAt + seconds
      const token = await new SignJWT({ ...more, session_id: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(userId)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { token, expiresIn: seconds, expiresAt }
    },

    async find(token, now) {
      const cached = known.get(token)
      if (cached) {
        // Once a key is revoked, its tokens are invalid even if cached.
        if (cached.exp * 1000 > now.getTime() && (await keys.find(cached.kid))) return cached
        known.delete(token)
        return undefined
      }
      const read = await verify(token, now).catch((error: unknown) => {
        // The keys could not be read, so the token may still be valid.
        if (isDatabaseUnavailable(error)) throw error
        return undefined
      })
      if (read === undefined) return undefined
      if (known.size >= MAX_CACHED) known.delete(known.keys().next().value ?? '')
      known.set(token, read)
      return read
    },
  }

  async function verify(token: string, now: Date) {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = await keys.find(kid ?? '')
        if (key === undefined) throw new Error('signed with an unknown key')
        return key
      },
      { issuer, audience: AUDIENCE, algorithms: [ALGORITHM], typ: 'JWT', currentDate: now },
    )
    const { sub, session_id, exp } = claims.parse(payload)
    return { userId: sub, sessionId: session_id, exp, kid: protectedHeader.kid ?? '' }
  }
}

/** Reads the bearer token of an Authorization header; undefined when there is none. RFC 6750. */
export function findBearerToken(headers: Headers): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** Creates the signing keys and the access tokens of this site's auth service. */
export function createTokens(services: {
  db: Database
  secret: string
  publicUrl: string
  tokenSeconds?: number
  now?: () => Date
}): { signingKeys: SigningKeys; accessTokens: AccessTokens } {
  const signingKeys = createSigningKeys(services)
  const issuer = `${services.publicUrl}${AUTH_SERVICE_PATH}`
  return {
    signingKeys,
    accessTokens: createAccessTokens({
      keys: signingKeys,
      issuer,
      seconds: services.tokenSeconds ?? TOKEN_SECONDS,
    }),
  }
}
