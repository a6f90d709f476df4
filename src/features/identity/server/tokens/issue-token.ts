import type { Transaction } from '~/database/connect'
import type { CodeChallenge } from '../../rules/code-challenge'
import { AccountDeleted } from './deleted-account'
import { hashToken, generateToken } from './random-token'
import { hashCode, generateShortCode } from './codes'
import { TOKEN_LIFE_MS, type TokenPurpose, WISHES } from './one-time-tokens'

/** How many of the networks that requested a code are stored with it: as many as a recipient gets messages in an hour. */
const MAX_REQUESTERS = 5

export interface NewToken {
  /**
   * SECRET, the key of the code’s hash. Without a key, a six-digit code could be found from its hash by trying all
   * codes.
   */
  secret: string
  purpose: TokenPurpose
  /** Null when no account exists yet. */
  userId: string | null
  /** The email or phone to which the link or code is sent. */
  sentTo: string
  now: Date
  challenge?: CodeChallenge | undefined
  /** The network that requested the code: see redeemCode. */
  requestedFrom?: string | undefined
  /** JSON data for the account that the token may create. */
  payload?: Readonly<Record<string, unknown>>
  /** A six-digit code that the operator has set for this number, instead of a random one. */
  code?: string | undefined
}

/**
 * Issues a link token and its six-digit code, valid for TOKEN_LIFE_MS. The earlier token for the same recipient and
 * purpose becomes invalid. If several accounts can have open tokens for this purpose, only the account’s own earlier
 * token becomes invalid. Only hashes are stored. Call it in a transaction.
 * @throws AccountDeleted
 */
export async function issueToken(
  db: Pick<Transaction, 'insertInto' | 'updateTable' | 'selectFrom'>,
  {
    secret,
    purpose,
    userId,
    sentTo,
    now,
    challenge,
    requestedFrom,
    payload = {},
    code = generateShortCode(),
  }: NewToken,
): Promise<{ token: string; code: string; expiresAt: Date }> {
  const token = generateToken()
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS[purpose])
  if (userId !== null) {
    const owner = db.selectFrom('accounts').select('id').where('id', '=', userId)
    if ((await owner.forKeyShare().executeTakeFirst()) === undefined) throw new AccountDeleted()
  }
  let before = db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('sent_to', '=', sentTo)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
  if (WISHES.has(purpose)) before = before.where('user_id', '=', userId)
  const replaced = await before.returning(['requested_from', 'expires_at']).execute()
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashToken(token),
      code_hash: hashCode(secret, { purpose, sentTo, code }),
      user_id: userId,
      purpose,
      sent_to: sentTo,
      code_challenge: challenge?.value ?? null,
      code_challenge_method: challenge?.method ?? null,
      payload: JSON.stringify(payload),
      requested_from: listRequestingNetworks(requestedFrom, replaced, now),
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  return { token, code, expiresAt }
}

/** Returns the networks that requested the code, including those that requested the replaced one. */
function listRequestingNetworks(
  requestedFrom: string | undefined,
  replaced: readonly { requested_from: string[] | null; expires_at: Date }[],
  now: Date,
): string[] | null {
  if (requestedFrom === undefined) return null
  const before = replaced.flatMap((old) => (old.expires_at > now ? (old.requested_from ?? []) : []))
  return [...new Set([requestedFrom, ...before])].slice(0, MAX_REQUESTERS)
}
