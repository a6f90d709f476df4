import type { Database, Transaction } from '~/database/connect'
import type { Destination } from '../../rules/destination'
import type { RedeemedToken } from '../tokens/redeem-token'
import { TOKEN_LIFE_MS, type TokenPurpose } from '../tokens/token-purpose'

/**
 * Two signed up with it and with different passwords, before either confirmed it: nobody can say who owns it. Whatever is mailed or was
 * mailed for it takes the password along when it confirms. Of one that is confirmed nothing is noted. The caller asks this of whatever
 * account there is, so that its time tells nothing.
 */
export async function noteContest(
  trx: Pick<Transaction, 'updateTable'>,
  { userId, ...who }: Destination & { userId: string },
): Promise<void> {
  const [column, value] =
    who.email === undefined ? (['phone', who.phone] as const) : (['email', who.email] as const)
  await trx
    .updateTable('accounts')
    .set({ contested: value })
    .where('id', '=', userId)
    .where(column, '=', value)
    .where(`${column}_verified_at`, 'is', null)
    .execute()
}

/** Whether that is so of what this account confirms. The account is held. */
export async function isContested(
  db: Pick<Database, 'selectFrom'>,
  { userId, sentTo }: { userId: string; sentTo: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', userId)
    .where('contested', '=', sentTo)
    .executeTakeFirst()
  return found !== undefined
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
