import type { Transaction } from '~/database/connect'
import { toAccountColumn, type Destination } from '../../rules/destination'
import { removeUnverifiedContact } from './remove-unverified-contact'
import { takeOverAccount } from './take-over-account'

export interface Claimed {
  /**
   * The account that now has this email or phone verified. Undefined if there is none, because no account had it, or
   * because another person’s account had not verified it and has lost it (`loser`).
   */
  userId: string | undefined
  /** Whether the sign-in methods of the account's creator were removed. */
  isTakenOver: boolean
  /** The account that lost its unverified email or phone. Publish SESSION_TOPIC to it after the commit. */
  loser: string | undefined
}

/**
 * Assigns an email or phone to the person who just verified it. An account that has it unverified, and has nothing else
 * verified, is taken over. Any other account that has it unverified only loses it.
 */
export async function claimAccount(
  trx: Transaction,
  { now, ...destination }: Destination & { now: Date },
): Promise<Claimed> {
  const [column, value] = toAccountColumn(destination)
  const account = await trx
    .selectFrom('accounts')
    .select(['id', 'email_verified_at', 'phone_verified_at'])
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst()
  if (account === undefined) return { userId: undefined, isTakenOver: false, loser: undefined }
  const { id: userId, email_verified_at: emailAt, phone_verified_at: phoneAt } = account
  const [own, other] = column === 'email' ? [emailAt, phoneAt] : [phoneAt, emailAt]
  if (own !== null) return { userId, isTakenOver: false, loser: undefined }
  if (other !== null)
    return {
      userId: undefined,
      isTakenOver: false,
      loser: await removeUnverifiedContact(trx, { ...destination, now }),
    }
  await takeOverAccount(trx, { userId, now, keep: column })
  await trx
    .updateTable('accounts')
    .set({ [`${column}_verified_at`]: now })
    .where('id', '=', userId)
    .execute()
  return { userId, isTakenOver: true, loser: undefined }
}
