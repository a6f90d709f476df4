import { ProviderUnavailableError } from '~/lib/payment-errors'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from './context'
import { AccountInUseError, PayoutsNotEnabledError } from './payee-port'
import { refuse } from './refused-error'

// Limits the calls to the provider that one user causes, because the payments of buyers share the provider's rate
// limit. Opening Settings > Payouts makes one call.
const PER_ACCOUNT = { points: 20, seconds: 60 }

/** Counts a call to the provider. @throws TOO_MANY_REQUESTS */
export const limitProviderCalls = ({ limits, caller }: Pick<Context, 'limits' | 'caller'>) =>
  limits.consume('payouts_call_account', requireCaller({ caller }).id, PER_ACCOUNT)

/**
 * Runs calls to the provider, and turns its errors into errors for the caller.
 * @throws STRIPE_UNAVAILABLE, ACCOUNT_IN_USE, NOT_AVAILABLE
 */
export async function callProvider<Result>(
  { log }: Pick<Context, 'log'>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw refuse('STRIPE_UNAVAILABLE')
    if (error instanceof AccountInUseError) throw refuse('ACCOUNT_IN_USE')
    if (error instanceof PayoutsNotEnabledError) {
      log.error({ err: error }, 'a payout account could not be created, see docs/payments.md')
      throw refuse('NOT_AVAILABLE')
    }
    throw error
  }
}
