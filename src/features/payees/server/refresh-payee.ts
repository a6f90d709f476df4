import type { PayeeContext } from './context'
import { findOwnPayee, getPayouts, type PayoutsResponse } from './get-payouts'
import { storeAccount } from './store-account'

/** Reads the caller's account from the provider again; only returns the state if there is none. */
export async function refreshPayee(context: PayeeContext): Promise<PayoutsResponse> {
  const { db, payees, now } = context
  const row = await findOwnPayee(context)
  if (row !== undefined && payees !== undefined) {
    const checkedAt = now()
    await storeAccount(db, row.accountId, { ...(await payees.readAccount(row.accountId)), checkedAt })
  }
  return getPayouts(context)
}
