import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { RedeemedToken } from '../tokens/redeem-token'
import { TOKEN_LIFE_MS, type TokenPurpose } from '../tokens/token-purpose'

/**
 * The payload of a token that confirms an account's own address or number. Once two signed up with it and with different
 * passwords, everything that is sent for it takes the password along when it confirms, also what is sent again later.
 */
export async function contestOf(
  db: Pick<Database, 'selectFrom'>,
  {
    userId,
    sentTo,
    isContested = false,
  }: { userId: string; sentTo: string; isContested?: boolean | undefined },
): Promise<{ contested?: true }> {
  if (isContested) return { contested: true }
  const before = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('user_id', '=', userId)
    .where('sent_to', '=', sentTo)
    .where('purpose', 'in', ['verify_email', 'verify_phone'])
    .where(sql<boolean>`payload ? 'contested'`)
    .limit(1)
    .executeTakeFirst()
  return before === undefined ? {} : { contested: true }
}

const signIns = { verify_email: 'sign_in', verify_phone: 'phone_sign_in' } as const

/**
 * The digits of a sign-up, where those of a sign-in would have opened as well. If somebody asked for a sign-in too since the account
 * began, they may be its reader's who never signed up, and mixed up two mails: then the password goes that somebody else may know.
 * Whoever says yes from inside the account, or opens the link that says what it is for, mixes up nothing.
 */
export async function contestedByMistake(
  db: Pick<Database, 'selectFrom'>,
  redeemed: RedeemedToken,
  { purposes, now }: { purposes: readonly TokenPurpose[]; now: Date },
): Promise<RedeemedToken> {
  const { purpose, userId, sentTo, payload } = redeemed
  if (purpose !== 'verify_email' && purpose !== 'verify_phone') return redeemed
  if (userId === null || sentTo === null || !purposes.includes(signIns[purpose])) return redeemed
  const asked = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('user_id', '=', userId)
    .where('sent_to', '=', sentTo)
    .where('purpose', '=', signIns[purpose])
    .where('created_at', '>', new Date(now.getTime() - TOKEN_LIFE_MS.verify_email))
    .limit(1)
    .executeTakeFirst()
  return asked === undefined ? redeemed : { ...redeemed, payload: { ...payload, contested: true } }
}
