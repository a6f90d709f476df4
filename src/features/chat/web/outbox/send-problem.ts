import { ORPCError } from '@orpc/client'
import { getErrorMessage, hasNoResponse } from '~/platform/rpc/errors'

export interface SendProblem {
  /**
   * `away`: no response, or a server error. `slow`: the server said when to retry. Both are retried automatically.
   * `lost`: the room can't be found any longer. `refused`: the person has to act.
   */
  kind: 'away' | 'slow' | 'lost' | 'refused'
  sentence: string
  afterMs: number
}

/** Unlike the sentence of other calls, it doesn't ask the person to try again. */
const OFFLINE = 'We couldn’t reach the server. Your message will be sent when you’re back online.'

export function toSendProblem(error: unknown): SendProblem {
  if (hasNoResponse(error)) return { kind: 'away', sentence: OFFLINE, afterMs: 0 }
  const sentence = getErrorMessage(error)
  if (!(error instanceof ORPCError) || error.status >= 500) return { kind: 'away', sentence, afterMs: 0 }
  if (error.code === 'NOT_FOUND') return { kind: 'lost', sentence, afterMs: 0 }
  const seconds = getRetryAfterSeconds(error.data)
  return seconds === undefined
    ? { kind: 'refused', sentence, afterMs: 0 }
    : { kind: 'slow', sentence, afterMs: seconds * 1000 }
}

function getRetryAfterSeconds(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('retryAfterSeconds' in data)) return undefined
  return typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : undefined
}
