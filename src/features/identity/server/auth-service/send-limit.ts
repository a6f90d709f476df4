import { isTooManyRequests } from '~/platform/limits/limits'
import { AuthError } from './auth-error'

/** Runs work that sends an email or text message, and reports a reached limit as the protocol requires. */
export async function reportSendLimit<T>(kind: 'email' | 'sms', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isTooManyRequests(error)) throw error
    const { retryAfterSeconds: seconds } = error.data
    throw new AuthError(
      429,
      `over_${kind}_send_rate_limit`,
      `For security purposes, you can only request this after ${seconds} seconds.`,
      { retryAfter: seconds },
    )
  }
}

export function createTextsDisabledError(): AuthError {
  return new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
}
