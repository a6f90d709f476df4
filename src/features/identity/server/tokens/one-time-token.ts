import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { DB } from '~/database/schema'
import { CODE_TRIES } from '../../rules/code-tries'
import type { CodeChallenge } from '../../rules/code-challenge'

export type TokenPurpose =
  | 'verify_email'
  | 'recover'
  | 'sign_in'
  | 'email_change_current'
  | 'email_change_new'
  | 'verify_phone'
  | 'phone_sign_in'
  | 'phone_change'
  | 'reauthenticate'
  | 'invite'

const minutes = 60 * 1000
const hours = 60 * minutes
export const TOKEN_LIFE_MS: Record<TokenPurpose, number> = {
  verify_email: 24 * hours,
  recover: hours,
  sign_in: 10 * minutes,
  email_change_current: 24 * hours,
  email_change_new: 24 * hours,
  verify_phone: 10 * minutes,
  phone_sign_in: 10 * minutes,
  phone_change: 10 * minutes,
  reauthenticate: 10 * minutes,
  invite: 7 * 24 * hours,
}

/** What several may want at once, and one gets: the address or number is not theirs yet. */
const WISHES = new Set<TokenPurpose>(['email_change_current', 'email_change_new', 'phone_change'])

/** Five messages an hour go to a number. */
const MOST_ASKERS = 5

type Handle = Pick<Transaction, 'insertInto' | 'updateTable' | 'selectFrom'>

export interface NewToken {
  /** SECRET: six digits are soon tried through, so their hash needs a key. */
  secret: string
  purpose: TokenPurpose
  /** Null: nobody has an account there yet. */
  userId: string | null
  /** Address or number. */
  sentTo: string
  now: Date
  challenge?: CodeChallenge | undefined
  /** The network that asked for it, where it is a message: see redeemCode. */
  askedFrom?: string | undefined
  /** What the account that begins with it is made of. JSON. */
  payload?: Readonly<Record<string, unknown>>
}

/** What a token was, once it is used up. */
export interface RedeemedToken {
  userId: string | null
  purpose: TokenPurpose
  /** Absent with those that were sent by an earlier version. */
  sentTo: string | null
  payload: Readonly<Record<string, unknown>>
  challenge: CodeChallenge | undefined
}

// 256 random bits need no slow hash: nobody can try them all, and equal tokens must be found by an index.
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const keys = new Map<string, Buffer>()

// Together with what it is for and where it went: the same digits elsewhere are another hash.
function hashCode(secret: string, about: { purpose: string; sentTo: string; code: string }): Buffer {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'b2b one-time code v1', 32))
  keys.set(secret, key)
  return createHmac('sha256', key).update(`${about.purpose}\n${about.sentTo}\n${about.code}`).digest()
}

/**
 * A new link token and its six digits, good for TOKEN_LIFE_MS; what was sent there before for the same purpose dies, of a wish what was
 * sent for the same account. Only hashes are stored: this answer is the one time they can be read. Call it in a transaction.
 */
export async function issueToken(
  db: Handle,
  { secret, purpose, userId, sentTo, now, challenge, askedFrom, payload = {} }: NewToken,
): Promise<{ token: string; code: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS[purpose])
  if (userId !== null)
    await db.selectFrom('accounts').select('id').where('id', '=', userId).forKeyShare().execute()
  let before = db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('sent_to', '=', sentTo)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
  if (WISHES.has(purpose)) before = before.where('user_id', '=', userId)
  const replaced = await before.returning(['asked_from', 'expires_at']).execute()
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
      asked_from: askersOf(askedFrom, replaced, now),
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  return { token, code, expiresAt }
}

/** Whoever waited for the code before waits for this one now. */
function askersOf(
  askedFrom: string | undefined,
  replaced: readonly { asked_from: string[] | null; expires_at: Date }[],
  now: Date,
): string[] | null {
  if (askedFrom === undefined) return null
  const before = replaced.flatMap((old) => (old.expires_at > now ? (old.asked_from ?? []) : []))
  return [...new Set([askedFrom, ...before])].slice(0, MOST_ASKERS)
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
 * Uses a token up; undefined when it is unknown, used or past its time. The guard stands in the UPDATE, so of two clicks
 * at once one wins. Its siblings (an older mail) die with it.
 */
export async function redeemToken(
  trx: Handle,
  { token, purposes, now }: { token: string; purposes: readonly TokenPurpose[]; now: Date },
): Promise<RedeemedToken | undefined> {
  const hash = hashToken(token)
  await holdOwners(trx, (eb) => eb('token_hash', '=', hash))
  const used = await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()
  return used && settle(trx, used, now)
}

/**
 * The same by the six digits that were sent somewhere. Every guess counts on all that is open there, also the right one;
 * the caller must commit when this answers undefined, or the tries would not count. A code of a message has five for each network
 * that asked for it, five for where its owner was before and five for everybody else: nobody spends those of who waits for it.
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
    /** Whose it must be, where somebody says yes from inside the account: another's is left as it is. */
    userId?: string | undefined
    purposes: readonly TokenPurpose[]
    /** Where the guess comes from; absent: from whoever is signed in there. */
    from?: { network: string; isHome: boolean } | undefined
    now: Date
  },
): Promise<RedeemedToken | undefined> {
  const sentThere = (eb: ExpressionBuilder<DB, 'one_time_tokens'>) =>
    eb.and([
      eb('sent_to', '=', sentTo),
      eb('purpose', 'in', purposes),
      ...(userId === undefined ? [] : [eb('user_id', '=', userId)]),
    ])
  await holdOwners(trx, sentThere)
  // The lock comes with the first update: a second guess waits here, and then finds the code used or a try fewer.
  const { network } = from
  const place = sql<string>`case when ${network} = any(asked_from) then ${network} else ${from.isHome ? 'home' : 'elsewhere'} end`
  const tried = sql<number>`coalesce((tries ->> ${place})::int, 0)`
  const open = await trx
    .updateTable('one_time_tokens')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      tries: sql`case when asked_from is null then tries else tries || jsonb_build_object(${place}, ${tried} + 1) end`,
    }))
    .where(sentThere)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(sql`case when asked_from is null then attempts else ${tried} end`, '<', CODE_TRIES)
    .where('code_hash', 'is not', null)
    .returning(['token_hash', 'code_hash', ...columns])
    .execute()
  const found = open.find(
    ({ code_hash, purpose }) =>
      code_hash !== null && timingSafeEqual(code_hash, hashCode(secret, { purpose, sentTo, code })),
  )
  if (found === undefined) return undefined
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', found.token_hash)
    .execute()
  return settle(trx, found, now)
}

/**
 * The accounts before their tokens, see LOCKING.md; as it takes to change an address, which may come of it. Also whoever has the address or
 * number that is proven: they may have to give it up.
 */
async function holdOwners(
  trx: Handle,
  which: (eb: ExpressionBuilder<DB, 'one_time_tokens'>) => Expression<SqlBool>,
): Promise<void> {
  const tokens = await trx
    .selectFrom('one_time_tokens')
    .select(['user_id', sql<string | null>`coalesce(payload->>'next', sent_to)`.as('proves')])
    .where('used_at', 'is', null)
    .where(which)
    .execute()
  const owners = tokens.map(({ user_id: id }) => id).filter((id) => id !== null)
  const proven = tokens.map(({ proves }) => proves).filter((to) => to !== null)
  // Arrays, not subqueries: each of the three is found by its index.
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

async function settle(
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
  // The column's check allows these words only.
  const purpose = row.purpose as TokenPurpose
  if (row.user_id !== null) await spendTokens(trx, { userId: row.user_id, purposes: [purpose], now })
  const method = row.code_challenge_method === 'plain' ? 'plain' : 's256'
  return {
    userId: row.user_id,
    purpose,
    sentTo: row.sent_to,
    payload: row.payload as Record<string, unknown>,
    challenge: row.code_challenge === null ? undefined : { value: row.code_challenge, method },
  }
}

/** Makes what is open of a person and these purposes worthless. */
export async function spendTokens(
  trx: Handle,
  { userId, purposes, now }: { userId: string; purposes: readonly TokenPurpose[]; now: Date },
): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Links and codes of all kinds, such as those that a program of the house has made for somebody. */
export async function spendEveryToken(
  trx: Pick<Transaction, 'updateTable'>,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
