import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from '~/database/connect'

export type TokenPurpose = 'verify_email' | 'recover'

const hours = 60 * 60 * 1000
export const TOKEN_LIFE_MS: Record<TokenPurpose, number> = { verify_email: 24 * hours, recover: hours }

type Handle = Pick<Transaction, 'insertInto' | 'updateTable' | 'selectFrom'>

// 256 random bits need no slow hash: nobody can try them all, and equal tokens must be found by an index.
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A new link token, good for TOKEN_LIFE_MS. Only its hash is stored: this answer is the one time it can be read. */
export async function issueToken(
  db: Handle,
  { userId, purpose, now }: { userId: string; purpose: TokenPurpose; now: Date },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS[purpose])
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      purpose,
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  return { token, expiresAt }
}

/**
 * Uses a token up and answers whose it was; undefined when it is unknown, used or past its time. The guard stands in the
 * UPDATE, so of two clicks at once one wins. Its siblings (an older mail) die with it.
 */
export async function redeemToken(
  trx: Handle,
  { token, purpose, now }: { token: string; purpose: TokenPurpose; now: Date },
): Promise<string | undefined> {
  const used = await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  if (used === undefined) return undefined
  await spendTokens(trx, { userId: used.user_id, purpose, now })
  return used.user_id
}

/** Makes every unused token of a person and purpose worthless. */
export async function spendTokens(
  trx: Handle,
  { userId, purpose, now }: { userId: string; purpose: TokenPurpose; now: Date },
): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Whose token this is or was, and when it was sent: for the screen of an expired link. */
export async function findToken(db: Handle, token: string, purpose: TokenPurpose) {
  return db
    .selectFrom('one_time_tokens')
    .innerJoin('accounts', 'accounts.id', 'one_time_tokens.user_id')
    .select([
      'user_id',
      'accounts.email',
      'accounts.email_verified_at',
      'one_time_tokens.created_at',
      'used_at',
    ])
    .select('one_time_tokens.expires_at')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}
