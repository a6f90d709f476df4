import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { DB } from '~/database/schema'
import type { CodeChallenge } from '../../rules/code-challenge'
import { CODE_TRIES } from '../../rules/max-code-attempts'
import { isSameSecret } from '~/platform/secrets/is-same-secret'
import { hashToken } from './random-token'
import { listCodeHashes } from './codes'
import { invalidateTokens, type TokenPurpose } from './one-time-tokens'

type Handle = Pick<Transaction, 'updateTable' | 'selectFrom'>

export interface RedeemedToken {
  userId: string | null
  purpose: TokenPurpose
  /** Null in tokens of an earlier version. */
  sentTo: string | null
  payload: Readonly<Record<string, unknown>>
  challenge: CodeChallenge | undefined
}

const columns = [
  'user_id',
  'purpose',
  'sent_to',
  'payload',
  'code_challenge',
  'code_challenge_method',
] as const

/**
 * Redeems a token; undefined if it is unknown, used or expired. Of two concurrent uses, one succeeds, because the
 * UPDATE checks and marks the token. Also invalidates the account’s other tokens of the same purpose.
 */
export async function redeemToken(
  trx: Handle,
  { token, purposes, now }: { token: string; purposes: readonly TokenPurpose[]; now: Date },
): Promise<RedeemedToken | undefined> {
  const hash = hashToken(token)
  await lockTokenOwners(trx, (eb) => eb('token_hash', '=', hash))
  const used = await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()
  return used && finishRedemption(trx, used, now)
}

/**
 * Redeems a six-digit code. Every guess, correct or not, counts against all open codes of the recipient. The caller
 * must commit even if this returns undefined, so that the guess counts. For a code that can be requested without
 * signing in, guesses are counted separately: five for each network that requested it, five shared by networks that
 * the owner has used before, and five shared by all others. This way, strangers can’t use up the owner’s guesses.
 */
export async function redeemCode(
  trx: Handle,
  {
    secret,
    code,
    sentTo,
    userId,
    purposes,
    from = { network: '', isHome: true },
    now,
  }: {
    secret: string
    code: string
    sentTo: string
    /** The account that the code must belong to, if the caller is signed in to it. */
    userId?: string | undefined
    purposes: readonly TokenPurpose[]
    /** Where the guess comes from; absent for a signed-in caller. */
    from?: { network: string; isHome: boolean } | undefined
    now: Date
  },
): Promise<RedeemedToken | undefined> {
  const isForRecipient = (eb: ExpressionBuilder<DB, 'one_time_tokens'>) =>
    eb.and([
      eb('sent_to', '=', sentTo),
      eb('purpose', 'in', purposes),
      ...(userId === undefined ? [] : [eb('user_id', '=', userId)]),
    ])
  await lockTokenOwners(trx, isForRecipient)
  // The update locks the codes. A concurrent guess waits here, and then finds a code used or an attempt counted.
  const { network } = from
  const place = sql<string>`case when ${network} = any(requested_from) then ${network} else ${from.isHome ? 'home' : 'elsewhere'} end`
  const tried = sql<number>`coalesce((tries ->> ${place})::int, 0)`
  const open = await trx
    .updateTable('one_time_tokens')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      tries: sql`case when requested_from is null then tries else tries || jsonb_build_object(${place}, ${tried} + 1) end`,
    }))
    .where(isForRecipient)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(sql`case when requested_from is null then attempts else ${tried} end`, '<', CODE_TRIES)
    .where('code_hash', 'is not', null)
    .returning(['token_hash', 'code_hash', ...columns])
    .execute()
  const found = open.find(({ code_hash, purpose }) =>
    listCodeHashes(secret, { purpose, sentTo, code }).some((hash) => isSameSecret(hash, code_hash)),
  )
  if (found === undefined) return undefined
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', found.token_hash)
    .execute()
  return finishRedemption(trx, found, now)
}

/**
 * Locks the accounts of these tokens first, see LOCKING.md. FOR UPDATE, because an email or phone may change. Includes
 * the account that has the email or phone now, because it may lose it.
 */
async function lockTokenOwners(
  trx: Handle,
  condition: (eb: ExpressionBuilder<DB, 'one_time_tokens'>) => Expression<SqlBool>,
): Promise<void> {
  const tokens = await trx
    .selectFrom('one_time_tokens')
    .select(['user_id', sql<string | null>`coalesce(payload->>'next', sent_to)`.as('proves')])
    .where('used_at', 'is', null)
    .where(condition)
    .execute()
  const owners = tokens.map(({ user_id: id }) => id).filter((id) => id !== null)
  const proven = tokens.map(({ proves }) => proves).filter((to) => to !== null)
  // With arrays instead of subqueries, each of the three conditions uses its index.
  await trx
    .selectFrom('accounts')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', '=', sql<string>`any(${owners}::uuid[])`),
        eb('email', '=', sql<string>`any(${proven}::text[])`),
        eb('phone', '=', sql<string>`any(${proven}::text[])`),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function finishRedemption(
  trx: Handle,
  row: {
    user_id: string | null
    purpose: string
    sent_to: string | null
    payload: unknown
    code_challenge: string | null
    code_challenge_method: string | null
  },
  now: Date,
): Promise<RedeemedToken> {
  // The column's check constraint allows these values only.
  const purpose = row.purpose as TokenPurpose
  if (row.user_id !== null) await invalidateTokens(trx, { userId: row.user_id, purposes: [purpose], now })
  const method = row.code_challenge_method === 'plain' ? 'plain' : 's256'
  return {
    userId: row.user_id,
    purpose,
    sentTo: row.sent_to,
    payload: row.payload as Record<string, unknown>,
    challenge: row.code_challenge === null ? undefined : { value: row.code_challenge, method },
  }
}
