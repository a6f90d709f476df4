import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { isDatabaseUnavailable } from '~/lib/database-unavailable'
import { ALGORITHM, type SigningKeys, TOKEN_SECONDS } from './signing-keys'

export const AUDIENCE = 'authenticated'
const KEPT = 5000

const claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  exp: z.number(),
})

/** Whose session a bearer token speaks for. Whether that session is still alive says the database, not the token. */
export interface AccessToken {
  userId: string
  sessionId: string
}

export interface AccessTokens {
  /** `claims` besides those of this file, such as email and app_metadata. */
  sign(
    token: AccessToken & { claims: Record<string, unknown>; now: Date },
  ): Promise<{ token: string; expiresAt: number }>
  /** Undefined for whatever is forged, over, made for somebody else, or signed in another way than ours. */
  find(token: string, now: Date): Promise<AccessToken | undefined>
}

/** JWTs (RFC 7519), ES256, an hour long, as GoTrue's clients read them. `issuer` is the address of the auth service. */
export function createAccessTokens({ keys, issuer }: { keys: SigningKeys; issuer: string }): AccessTokens {
  // An app sends the same token for an hour. Its signature does not change, so it is looked at once.
  const known = new Map<string, AccessToken & { exp: number; kid: string }>()

  return {
    async sign({ userId, sessionId, claims: more, now }) {
      const { id, privateKey } = await keys.current()
      const issuedAt = Math.floor(now.getTime() / 1000)
      const expiresAt = issuedAt + TOKEN_SECONDS
      const token = await new SignJWT({ ...more, session_id: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(userId)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { token, expiresAt }
    },

    async find(token, now) {
      const kept = known.get(token)
      if (kept) {
        // A key that leaked is taken back, and with it what it signed.
        if (kept.exp * 1000 > now.getTime() && (await keys.find(kept.kid))) return kept
        known.delete(token)
        return undefined
      }
      const read = await verify(token, now).catch((error: unknown) => {
        // The keys could not be read: that says nothing about the token.
        if (isDatabaseUnavailable(error)) throw error
        return undefined
      })
      if (read === undefined) return undefined
      if (known.size >= KEPT) known.delete(known.keys().next().value ?? '')
      known.set(token, read)
      return read
    },
  }

  async function verify(token: string, now: Date) {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = await keys.find(kid ?? '')
        if (key === undefined) throw new Error('signed with a key that is not ours')
        return key
      },
      { issuer, audience: AUDIENCE, algorithms: [ALGORITHM], typ: 'JWT', currentDate: now },
    )
    const { sub, session_id, exp } = claims.parse(payload)
    return { userId: sub, sessionId: session_id, exp, kid: protectedHeader.kid ?? '' }
  }
}
