import { PasswordQueueFull } from '../passwords/password-hash'

/**
 * Runs work that hashes a password.
 * @throws BUSY when too many requests are waiting
 */
export async function runUnlessBusy<T>(errors: { BUSY: () => Error }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof PasswordQueueFull ? errors.BUSY() : error
  }
}
