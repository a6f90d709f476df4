import type { Transaction } from '~/database/connect'
import { suspendedSentence } from '../../rules/suspended-sentence'

export interface Suspended {
  suspendedUntil: Date
  /** As it is told to them. */
  reason: string | null
}

/** What stands in a row of accounts; undefined when it has ended or never was. */
function suspendedBy(
  account: { suspended_until: Date | null; suspended_reason: string | null },
  now: Date,
): Suspended | undefined {
  const { suspended_until: until, suspended_reason: reason } = account
  return until !== null && until > now ? { suspendedUntil: until, reason } : undefined
}

/** Holds the account's row until the end of the transaction, so that nobody is suspended between the look and what follows. */
export async function findSuspension(
  trx: Transaction,
  userId: string,
  now: Date,
): Promise<Suspended | undefined> {
  const account = await trx
    .selectFrom('accounts')
    .select(['suspended_until', 'suspended_reason'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return account && suspendedBy(account, now)
}

/** The data of ACCOUNT_SUSPENDED. */
export function refusalOf({ suspendedUntil, reason }: Suspended) {
  return {
    message: suspendedSentence(suspendedUntil, reason),
    data: { until: suspendedUntil.toISOString(), reason },
  }
}
