import { ORPCError } from '@orpc/client'
import { getErrorMessage, hasErrorCode } from './errors'

const WRONG = ['WRONG_PASSWORD', 'WRONG_CODE', 'CODE_WRONG']
const LATER = ['PASSWORD_MISSING', 'TOO_MANY_REQUESTS', 'BUSY']

/**
 * Returns the message for the password or code field, if a call failed because of the reauthentication; undefined for
 * any other error. `isWrong`: the password or code was wrong. Otherwise it couldn't be checked.
 */
export function findReauthenticationError(error: unknown): { isWrong: boolean; message: string } | undefined {
  const isWrong = WRONG.some((code) => hasErrorCode(error, code))
  if (!isWrong && !LATER.some((code) => hasErrorCode(error, code))) return undefined
  return { isWrong, message: getErrorMessage(error) }
}

/** In seconds: the server sends at most one code of a kind per minute to an email address or phone number. */
export const RESEND_SECONDS = 60

/**
 * Returns an Error with the message for a code that couldn't be sent. If the server says to wait for at most a
 * minute, a code was just sent.
 */
export function toSendError(error: unknown): Error {
  const wait = findSecondsLeft(error)
  const message =
    wait !== undefined && wait <= RESEND_SECONDS
      ? `A code was just sent. You can request another in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`
      : getErrorMessage(error)
  return new Error(message, { cause: error })
}

/** Returns the seconds until the next attempt, if the server refused too many attempts and says how long to wait. */
export function findSecondsLeft(error: unknown): number | undefined {
  if (!(error instanceof ORPCError) || !hasErrorCode(error, 'TOO_MANY_REQUESTS')) return undefined
  const data: unknown = error.data
  const isIncluded = typeof data === 'object' && data !== null && 'retryAfterSeconds' in data
  return isIncluded && typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : undefined
}
