interface StripeError extends Error {
  type: string
  code?: string
  headers?: Readonly<Record<string, string>>
}

// The names of the library's error classes; `type` of an error is the class, not Stripe's own type.
const TEMPORARY = new Set(['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError'])

/** Returns whether the same call may succeed later: no connection, an error of Stripe's own, or too many calls. */
export function isTemporary(error: unknown): boolean {
  return isStripeError(error) && (TEMPORARY.has(error.type) || error.code === 'idempotency_key_in_use')
}

/** Returns whether an error is one of Stripe with this code, such as `resource_missing`. */
export function hasStripeCode(error: unknown, code: string): boolean {
  return isStripeError(error) && error.code === code
}

/** `type` is the name of one of the library's error classes. */
export function hasStripeType(error: unknown, type: string): boolean {
  return isStripeError(error) && error.type === type
}

/**
 * Returns the id of the earlier failed call if Stripe only repeats its error for the same idempotency key; undefined
 * for a new error.
 */
export function findReplayedCall(error: unknown): string | undefined {
  if (!isStripeError(error) || error.headers?.['idempotent-replayed'] !== 'true') return undefined
  return error.headers['original-request']
}

// Compares names instead of classes, so that the library is loaded only where Stripe is configured.
function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string'
}
