/**
 * The payment provider didn't respond in time, or couldn't handle the call. The call may have taken effect all the
 * same, and can be repeated.
 */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError'
}

/** The balance at the payment provider doesn't cover a refund, a transfer or a reversal yet. */
export class LowBalanceError extends Error {
  override name = 'LowBalanceError'
}
