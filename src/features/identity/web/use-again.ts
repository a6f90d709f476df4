import { useState } from 'react'
import { AGAIN_SECONDS, secondsLeft } from '~/platform/rpc/proof-fault'

/** When the same may be asked for once more, in milliseconds since 1970; undefined before anybody asked, but for `known`. */
export function useAgain(known?: number) {
  const [againAt, setAgainAt] = useState(known)
  return {
    againAt,
    /** It was sent just now. */
    countFromNow: () => setAgainAt(inAMinute()),
    /** Counts what the service says is left. True when that is all: within the minute there is one on its way, and nothing failed. */
    isEarly: (error: unknown): boolean => {
      const wait = waitAfter(error)
      if (wait === undefined) return false
      setAgainAt(wait.until)
      return wait.isEarly
    },
  }
}

/** Milliseconds since 1970: when the next may be sent of what is sent now. */
export function inAMinute(): number {
  return Date.now() + AGAIN_SECONDS * 1000
}

/** Of whoever asked too often: until when (milliseconds since 1970), and whether it `isEarly` only, within the minute of one that was sent. */
export function waitAfter(error: unknown): { until: number; isEarly: boolean } | undefined {
  const seconds = secondsLeft(error)
  return seconds === undefined
    ? undefined
    : { until: Date.now() + seconds * 1000, isEarly: seconds <= AGAIN_SECONDS }
}
