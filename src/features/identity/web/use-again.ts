import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import { hasCode } from '~/platform/rpc/errors'

/** The service sends one of a kind a minute to an address or number. */
export const AGAIN_SECONDS = 60

/** When the same may be asked for once more, in milliseconds since 1970; undefined before anybody asked. */
export function useAgain() {
  const [againAt, setAgainAt] = useState<number>()
  return {
    againAt,
    /** It was sent just now. */
    countFromNow: () => setAgainAt(Date.now() + AGAIN_SECONDS * 1000),
    /** Counts what the service says is left. True when that is all: within the minute there is one on its way, and nothing failed. */
    isEarly: (error: unknown): boolean => {
      const wait = waitOf(error)
      if (wait === undefined) return false
      setAgainAt(Date.now() + wait * 1000)
      return wait <= AGAIN_SECONDS
    },
  }
}

/** Seconds until the service hears it again, where it was asked too often and says so. */
export function waitOf(error: unknown): number | undefined {
  if (!(error instanceof ORPCError) || !hasCode(error, 'TOO_MANY_REQUESTS')) return undefined
  const data: unknown = error.data
  const isSaid = typeof data === 'object' && data !== null && 'retryAfterSeconds' in data
  return isSaid && typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : undefined
}
