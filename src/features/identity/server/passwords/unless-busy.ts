import { PasswordQueueFull } from './password-hash'

/** What hashes a password, said to a page: whoever comes while too many wait tries again. */
export async function unlessBusy<T>(errors: { BUSY: () => Error }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof PasswordQueueFull ? errors.BUSY() : error
  }
}
