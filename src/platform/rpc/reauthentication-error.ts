import { ORPCError } from '@orpc/client'
import { errorMessage, hasCode } from './errors'

const WRONG = ['WRONG_PASSWORD', 'WRONG_CODE', 'CODE_WRONG']
const LATER = ['PASSWORD_MISSING', 'TOO_MANY_REQUESTS', 'BUSY']

/**
 * Returns the message for the reauthentication field if a call failed because of it; undefined for any other error.
 * `isWrong`: the password or code was wrong, rather than temporarily not accepted.
 */
export function findReauthenticationError(error: unknown): { isWrong: boolean; message: string } | undefined {
  const isWrong = WRONG.some((code) => hasCode(error, code))
  if (!isWrong && !LATER.some((code) => hasCode(error, code))) return undefined
  return { isWrong, message: errorMessage(error) }
}

/** The service sends one code of a kind per minute to an address or number. */
export const RESEND_SECONDS = 60

/**
 * Returns an Error with the message for a code that couldn't be sent. At most one is sent per minute, so with a shorter
 * wait the person has just been sent one.
 */
export function sendFault(error: unknown): Error {
  const wait = secondsLeft(error)
  const words =
    wait !== undefined && wait <= RESEND_SECONDS
      ? `A code was just sent. You can request another in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`
      : errorMessage(error)
  return new Error(words, { cause: error })
}

/** Returns the seconds until the next attempt, if the service refused too many and gives the time. */
export function secondsLeft(error: unknown): number | undefined {
  if (!(error instanceof ORPCError) || !hasCode(error, 'TOO_MANY_REQUESTS')) return undefined
  const data: unknown = error.data
  const isIncluded = typeof data === 'object' && data !== null && 'retryAfterSeconds' in data
  return isIncluded && typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : undefined
}
