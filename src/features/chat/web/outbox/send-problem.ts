import { ORPCError } from '@orpc/client'
import { errorMessage } from '~/platform/rpc/errors'

/** Why a message did not go out. */
export interface SendProblem {
  /**
   * `away`: no answer, or the server is in trouble; `slow`: the server said when; both go out by themselves later.
   * `lost`: the room is not to be found any more. `refused`: not without the person doing something.
   */
  kind: 'away' | 'slow' | 'lost' | 'refused'
  sentence: string
  /** Of `slow`. */
  afterMs: number
}

export function readProblem(error: unknown): SendProblem {
  const sentence = errorMessage(error)
  if (!(error instanceof ORPCError) || error.status >= 500) return { kind: 'away', sentence, afterMs: 0 }
  if (error.code === 'NOT_FOUND') return { kind: 'lost', sentence, afterMs: 0 }
  const seconds = retryAfter(error.data)
  return seconds === undefined
    ? { kind: 'refused', sentence, afterMs: 0 }
    : { kind: 'slow', sentence, afterMs: seconds * 1000 }
}

function retryAfter(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('retryAfterSeconds' in data)) return undefined
  return typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : undefined
}
