import type { PayeeContext } from './context'
import { findOwnPayee, getPayouts, type PayoutsResponse } from './get-payouts'

/** Closes the caller's account at the provider and deletes it here; a no-op if there is none. */
export async function disconnectPayee(context: PayeeContext): Promise<PayoutsResponse> {
  const row = await findOwnPayee(context)
  if (row !== undefined) {
    // The provider first: if it doesn't respond, the account is still known here.
    await context.payees?.disconnect(row.accountId)
    await context.db.deleteFrom('payees').where('account_id', '=', row.accountId).execute()
  }
  return getPayouts(context)
}
