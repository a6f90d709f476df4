import type { Transaction } from '~/database/connect'
import type { Destination } from '../../rules/destination'
import { takeOverUnconfirmed } from './take-over'

// Thrown through the transaction: the link stays as good as it was.
export class Elsewhere extends Error {}

/** For the `catch` of a transaction that throws it. */
export function readElsewhere(error: unknown): 'elsewhere' {
  if (error instanceof Elsewhere) return 'elsewhere'
  throw error
}

type Claimed =
  | { userId: string; isTakenOver: boolean; loser?: undefined }
  | { userId?: undefined; isTakenOver?: undefined; loser: string }

/**
 * Somebody has just proven that an address or number is theirs: the account it opens, confirmed from now on. One that
 * nobody had confirmed is cleaned first. Where its opener had proven something else it is theirs, and only loses what it never owned,
 * and that only where something begins for whoever did prove it (`begins`); else 'elsewhere', for they are most likely the same person.
 * `loser` is who lost it then: their open pages are told after the commit. Undefined when there is no account to open.
 */
export async function claimAccount(
  trx: Transaction,
  { now, begins, ...who }: Destination & { now: Date; begins: boolean },
): Promise<Claimed | 'elsewhere' | undefined> {
  const [column, value] =
    who.email === undefined ? (['phone', who.phone] as const) : (['email', who.email] as const)
  const account = await trx
    .selectFrom('accounts')
    .select(['id', 'email_verified_at', 'phone_verified_at'])
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst()
  if (account === undefined) return undefined
  const userId = account.id
  const [own, other] =
    column === 'email'
      ? [account.email_verified_at, account.phone_verified_at]
      : [account.phone_verified_at, account.email_verified_at]
  if (own !== null) return { userId, isTakenOver: false }
  const change = trx.updateTable('accounts').where('id', '=', userId)
  if (other !== null) {
    if (!begins) return 'elsewhere'
    await change.set({ [column]: null, contested: null, gave_up_at: now, updated_at: now }).execute()
    return { loser: userId }
  }
  await takeOverUnconfirmed(trx, { userId, now, keep: column })
  await change.set({ [`${column}_verified_at`]: now, updated_at: now }).execute()
  return { userId, isTakenOver: true }
}
