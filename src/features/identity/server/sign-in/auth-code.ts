import type { Transaction } from '~/database/connect'
import type { CodeChallenge } from '../../rules/code-challenge'
import { hashToken, generateToken } from '../tokens/random-token'
import type { AmrMethod } from '../sessions/sessions'

const LIFE_MS = 5 * 60 * 1000

/**
 * Issues a code that an app with the verifier exchanges for a session, once, within five minutes. Only its hash is
 * stored.
 */
export async function issueAuthCode(
  trx: Pick<Transaction, 'insertInto'>,
  {
    userId,
    challenge,
    amrMethod,
    now,
    sessionId,
  }: {
    userId: string
    challenge: CodeChallenge
    amrMethod: AmrMethod
    now: Date
    /** The session that the app gets, instead of a new one. */
    sessionId?: string | undefined
  },
): Promise<string> {
  const code = generateToken()
  await trx
    .insertInto('auth_codes')
    .values({
      code_hash: hashToken(code),
      user_id: userId,
      code_challenge: challenge.value,
      code_challenge_method: challenge.method,
      amr_method: amrMethod,
      session_id: sessionId ?? null,
      expires_at: new Date(now.getTime() + LIFE_MS),
    })
    .execute()
  return code
}
