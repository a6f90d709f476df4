// The public interface for other features.
import type { Database } from '~/database/connect'
import type { PayeeProblem } from '../rules/payee-problem'
import { toRequirements } from './get-payouts'
import { ProviderUnavailableError } from '~/lib/payment-errors'
import { AccountClosedError, type PayeePort } from './payee-port'
import { storeAccount } from './store-account'

export {
  AccountClosedError,
  AccountInUseError,
  PayeeNotReadyError,
  PayoutsNotEnabledError,
} from './payee-port'
export { refreshAccount } from './refresh-payee'
export type { PayeePort, ProviderAccount } from './payee-port'

/** Returns whether the configured provider can pay a person out: their account is complete and not restricted. */
export async function canBePaid(
  { db, payees }: { db: Database; payees: Pick<PayeePort, 'provider'> | undefined },
  userId: string,
): Promise<boolean> {
  if (payees === undefined) return false
  return (await findPayeeProblem({ db, payees, now: new Date() }, userId)) === undefined
}

/**
 * Returns why the configured provider can't pay a person out; undefined if it can. `userId` is null if the person's
 * account was deleted.
 */
export async function findPayeeProblem(
  { db, payees, now }: { db: Database; payees: Pick<PayeePort, 'provider'>; now: Date },
  userId: string | null,
): Promise<PayeeProblem | undefined> {
  const { provider } = payees
  const row = await db
    .selectFrom('payees')
    .select(['status', 'requirements'])
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('account_id', 'is not', null)
    .executeTakeFirst()
  if (row === undefined) return { provider, status: 'not_connected', requirement: null }
  if (row.status === 'connected') return undefined
  const [first] = toRequirements(row.requirements, now)
  const status = row.status === 'restricted' ? 'restricted' : 'in_progress'
  return { provider, status, requirement: first?.kind ?? null }
}

/**
 * Reads a person's account from the provider unless it is already connected, because they may have just completed the
 * setup.
 */
export async function refreshUnconnectedPayee(
  { db, payees, now }: { db: Database; payees: PayeePort; now: () => Date },
  userId: string,
): Promise<void> {
  const row = await db
    .selectFrom('payees')
    .select('account_id as accountId')
    .where('user_id', '=', userId)
    .where('provider', '=', payees.provider)
    .where('status', '<>', 'connected')
    .executeTakeFirst()
  if (row === undefined || row.accountId === null) return
  const checkedAt = now()
  try {
    await storeAccount(db, row.accountId, { ...(await payees.readAccount(row.accountId)), checkedAt })
  } catch (error) {
    // The last stored report counts if the provider can't be reached or has closed the account.
    if (!(error instanceof ProviderUnavailableError || error instanceof AccountClosedError)) throw error
  }
}
