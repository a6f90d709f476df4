/**
 * The payment provider did not respond in time or refused to. The call may still have taken effect, so it can be
 * repeated.
 */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError'
}

/** The balance at the payment provider doesn't cover a refund, a transfer or a reversal yet. */
export class LowBalanceError extends Error {
  override name = 'LowBalanceError'
}
