import type { Transaction } from '~/database/connect'
import { findContactAddress } from '~/platform/email/sender-address'
import type { IdentityContext } from '../context'
import { formatSuspension } from '../../rules/suspended-sentence'

type Contacted = Pick<IdentityContext, 'settings' | 'config'>

export interface Suspended {
  suspendedUntil: Date
  /** Shown to the suspended person. */
  reason: string | null
}

/** Returns the current suspension from an account's row. */
function findCurrentSuspension(
  account: { suspended_until: Date | null; suspended_reason: string | null },
  now: Date,
): Suspended | undefined {
  const { suspended_until: until, suspended_reason: reason } = account
  return until !== null && until > now ? { suspendedUntil: until, reason } : undefined
}

/** Returns the suspension of an account and locks the account, so that it can't be suspended before the transaction ends. */
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
  return account && findCurrentSuspension(account, now)
}

/** Returns the message and the data of the error ACCOUNT_SUSPENDED. */
export async function toSuspendedError(
  { settings, config }: Contacted,
  { suspendedUntil, reason }: Suspended,
) {
  const contact = findContactAddress(await settings.read(), config.mailFrom)
  return {
    message: formatSuspension(suspendedUntil, reason, contact),
    data: { until: suspendedUntil.toISOString(), reason },
  }
}
