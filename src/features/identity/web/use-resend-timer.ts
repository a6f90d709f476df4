import { useState } from 'react'
import { RESEND_SECONDS, findSecondsLeft } from '~/platform/rpc/reauthentication-error'

/**
 * State of a resend timer. `resendAt` is when another request is allowed, in milliseconds since 1970. It is undefined
 * before the first request, unless `known` is given.
 */
export function useResendTimer(known?: number) {
  const [resendAt, setResendAt] = useState(known)
  return {
    resendAt,
    /** Call it after a successful request. */
    countFromNow: () => setResendAt(getNextResendTime()),
    /**
     * Starts the countdown that the error contains. Returns true if the request was refused only because of another
     * request within the last minute, which doesn't count as a failure.
     */
    isEarly: (error: unknown): boolean => {
      const wait = findRetryTime(error)
      if (wait === undefined) return false
      setResendAt(wait.until)
      return wait.isEarly
    },
  }
}

/** Returns when the next request is allowed after one now, in milliseconds since 1970. */
export function getNextResendTime(): number {
  return Date.now() + RESEND_SECONDS * 1000
}

/**
 * Returns when another request is allowed after a refused one (milliseconds since 1970); undefined for other errors.
 * `isEarly` means that it was refused only because of another request within the last minute.
 */
export function findRetryTime(error: unknown): { until: number; isEarly: boolean } | undefined {
  const seconds = findSecondsLeft(error)
  return seconds === undefined
    ? undefined
    : { until: Date.now() + seconds * 1000, isEarly: seconds <= RESEND_SECONDS }
}
