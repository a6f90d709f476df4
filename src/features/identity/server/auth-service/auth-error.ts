/** An error in the format that GoTrue's clients expect: a status, one of GoTrue's error codes, and a message. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  /** Additional members of the response, such as weak_password. */
  readonly details: Readonly<Record<string, unknown>>
  /** The seconds to wait, for status 429. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    { details = {}, retryAfter }: { details?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

export function createValidationError(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}
