import { ORPCError } from '@orpc/client'
import { errorMessage, hasCode } from './errors'

const WRONG = ['WRONG_PASSWORD', 'WRONG_CODE', 'CODE_WRONG']
const LATER = ['PASSWORD_MISSING', 'TOO_MANY_REQUESTS', 'BUSY']

/** Whether a call failed at what shows who somebody is, and what is to be said at that field; undefined: for any other reason. */
export function proofFault(error: unknown): { isWrong: boolean; words: string } | undefined {
  const isWrong = WRONG.some((code) => hasCode(error, code))
  if (!isWrong && !LATER.some((code) => hasCode(error, code))) return undefined
  return { isWrong, words: errorMessage(error) }
}

/** The service sends one of a kind a minute to an address or number. */
export const AGAIN_SECONDS = 60

/** What is to be said when a code could not be sent, as an Error. One a minute is sent: whoever asks earlier has one already. */
export function sendFault(error: unknown): Error {
  const wait = secondsLeft(error)
  const words =
    wait !== undefined && wait <= AGAIN_SECONDS
      ? `One was sent a moment ago. You can have another in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`
      : errorMessage(error)
  return new Error(words, { cause: error })
}

/** Seconds until the service hears it again, where it was asked too often and says so. */
export function secondsLeft(error: unknown): number | undefined {
  if (!(error instanceof ORPCError) || !hasCode(error, 'TOO_MANY_REQUESTS')) return undefined
  const data: unknown = error.data
  const isSaid = typeof data === 'object' && data !== null && 'retryAfterSeconds' in data
  return isSaid && typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : undefined
}
