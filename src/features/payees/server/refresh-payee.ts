import type { Database } from '~/database/connect'
import { callProvider, consumeCall } from './call-provider'
import type { Context, PayeeContext } from './context'
import { findOwnPayee, getPayouts, type PayoutsResponse } from './get-payouts'
import { AccountClosedError, type PayeePort } from './payee-port'
import { deleteAccount, storeAccount } from './store-account'

/**
 * Reads the caller's account from the provider again; only returns the state if there is none.
 * @throws STRIPE_UNAVAILABLE, TOO_MANY_REQUESTS
 */
export async function refreshPayee(
  context: PayeeContext & Pick<Context, 'limits'>,
): Promise<PayoutsResponse> {
  const { payees } = context
  const row = await findOwnPayee(context)
  if (row !== undefined && payees !== undefined) {
    await consumeCall(context)
    await callProvider(context, () => readAndStoreAccount({ ...context, payees }, row.accountId))
  }
  return getPayouts(context)
}

/** Reads an account again after the provider reported a change. Accounts of other programs have no effect. */
export async function refreshAccount(services: Reader, accountId: string): Promise<void> {
  const row = await services.db
    .selectFrom('payees')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('provider', '=', services.payees.provider)
    .executeTakeFirst()
  if (row !== undefined) await readAndStoreAccount(services, accountId)
}

interface Reader {
  db: Database
  payees: Pick<PayeePort, 'provider' | 'readAccount'>
  now: () => Date
}

/** An account that was closed at the provider is deleted here, so that the person can connect another one. */
async function readAndStoreAccount({ db, payees, now }: Reader, accountId: string): Promise<void> {
  const checkedAt = now()
  try {
    await storeAccount(db, accountId, { ...(await payees.readAccount(accountId)), checkedAt })
  } catch (error) {
    if (!(error instanceof AccountClosedError)) throw error
    await deleteAccount(db, accountId)
  }
}
