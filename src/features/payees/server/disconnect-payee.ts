import { callProvider } from './call-provider'
import type { PayeeContext } from './context'
import { findDisconnectDate, findOwnPayee, getPayouts, type PayoutsResponse } from './get-payouts'
import { refuse } from './refused-error'
import { deleteAccount } from './store-account'

/**
 * Closes the caller's account at the provider and deletes it from the database. A no-op without an account.
 * @throws PAID_RECENTLY, ACCOUNT_IN_USE, STRIPE_UNAVAILABLE
 */
export async function disconnectPayee(context: PayeeContext): Promise<PayoutsResponse> {
  const row = await findOwnPayee(context)
  if (row !== undefined) {
    if ((await findDisconnectDate(context)) !== null) throw refuse('PAID_RECENTLY')
    // Calls the provider first: if it doesn't respond, the account stays in the database.
    await callProvider(context, async () => context.payees?.disconnect(row.accountId))
    await deleteAccount(context.db, row.accountId)
  }
  return getPayouts(context)
}
