import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { generateChallenge } from './webauthn'

const CHALLENGE_MS = 5 * 60 * 1000

type Purpose = { purpose: 'passkey_create'; userId: string } | { purpose: 'passkey_sign_in'; userId: null }

export interface Question {
  challengeId: string
  challenge: Buffer
  expiresAt: Date
}

/** Creates a challenge that is valid for five minutes and one response. */
export async function createChallenge(
  db: Pick<Database, 'insertInto'>,
  { purpose, userId, now }: Purpose & { now: Date },
): Promise<Question> {
  const { challenge, hash } = generateChallenge()
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  const { id } = await db
    .insertInto('auth_challenges')
    .values({ purpose, user_id: userId, secret_hash: hash, created_at: now, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { challengeId: id, challenge, expiresAt }
}

/**
 * Marks a challenge as used, whether the response is correct or wrong; of two concurrent responses, only one finds
 * the challenge. Commit it even when the response is wrong.
 */
export async function consumeChallenge(
  trx: Pick<Transaction, 'updateTable'>,
  { challengeId, purpose, userId, now }: Purpose & { challengeId: string; now: Date },
): Promise<{ hash: Buffer | null } | undefined> {
  if (!isId(challengeId)) return undefined
  const row = await trx
    .updateTable('auth_challenges')
    .set({ used_at: now })
    .where('id', '=', challengeId)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('secret_hash')
    .executeTakeFirst()
  return row && { hash: row.secret_hash }
}
