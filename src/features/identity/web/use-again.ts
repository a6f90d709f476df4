import { useState } from 'react'
import { AGAIN_SECONDS, secondsLeft } from '~/platform/rpc/proof-fault'

/**
 * State of a resend timer: `againAt` is when a request may be repeated, in milliseconds since 1970; undefined before
 * the first, except with `known`.
 */
export function useAgain(known?: number) {
  const [againAt, setAgainAt] = useState(known)
  return {
    againAt,
    /** Call it after a successful request. */
    countFromNow: () => setAgainAt(inAMinute()),
    /**
     * Starts the countdown that the server's error gives. Returns true if the error is not a failure, because one was
     * sent within the last minute.
     */
    isEarly: (error: unknown): boolean => {
      const wait = waitAfter(error)
      if (wait === undefined) return false
      setAgainAt(wait.until)
      return wait.isEarly
    },
  }
}

/** Returns when another request is allowed after one now, in milliseconds since 1970. */
export function inAMinute(): number {
  return Date.now() + AGAIN_SECONDS * 1000
}

/**
 * Returns when a refused request is allowed again (milliseconds since 1970). `isEarly`: it was refused only because one
 * was sent within the last minute. Undefined for other errors.
 */
export function waitAfter(error: unknown): { until: number; isEarly: boolean } | undefined {
  const seconds = secondsLeft(error)
  return seconds === undefined
    ? undefined
    : { until: Date.now() + seconds * 1000, isEarly: seconds <= AGAIN_SECONDS }
}
