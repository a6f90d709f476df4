import { useState } from 'react'
import { RESEND_SECONDS, findSecondsLeft } from '~/platform/rpc/reauthentication-error'

/**
 * State of a resend timer: `resendAt` is when a request may be repeated, in milliseconds since 1970; undefined before
 * the first, except with `known`.
 */
export function useResendTimer(known?: number) {
  const [resendAt, setResendAt] = useState(known)
  return {
    resendAt,
    /** Call it after a successful request. */
    countFromNow: () => setResendAt(getNextResendTime()),
    /**
     * Starts the countdown that the server's error gives. Returns true if the error is not a failure, because one was
     * sent within the last minute.
     */
    isEarly: (error: unknown): boolean => {
      const wait = waitAfter(error)
      if (wait === undefined) return false
      setResendAt(wait.until)
      return wait.isEarly
    },
  }
}

/** Returns when another request is allowed after one now, in milliseconds since 1970. */
export function getNextResendTime(): number {
  return Date.now() + RESEND_SECONDS * 1000
}

/**
 * Returns when a refused request is allowed again (milliseconds since 1970). `isEarly`: it was refused only because one
 * was sent within the last minute. Undefined for other errors.
 */
export function waitAfter(error: unknown): { until: number; isEarly: boolean } | undefined {
  const seconds = findSecondsLeft(error)
  return seconds === undefined
    ? undefined
    : { until: Date.now() + seconds * 1000, isEarly: seconds <= RESEND_SECONDS }
}
