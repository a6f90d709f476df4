import type { Transaction } from '~/database/connect'
import { findContact } from '~/platform/mail/sender-address'
import type { IdentityContext } from '../context'
import { suspendedSentence } from '../../rules/suspended-sentence'

type Contacted = Pick<IdentityContext, 'settings' | 'config'>

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

/** What ACCOUNT_SUSPENDED is thrown with. */
export async function refusalOf({ settings, config }: Contacted, { suspendedUntil, reason }: Suspended) {
  const contact = findContact(await settings.read(), config.mailFrom)
  return {
    message: suspendedSentence(suspendedUntil, reason, contact),
    data: { until: suspendedUntil.toISOString(), reason },
  }
}
