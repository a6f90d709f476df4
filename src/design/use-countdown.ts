import { useCallback, useSyncExternalStore } from 'react'

// Local time at which this tab first saw an answer, so parts mounted later continue the same countdown.
const seenAt = new WeakMap<object, number>()

/**
 * Returns the seconds left until `until` on the server's clock: `serverNow` is from the same answer, so a wrong local
 * clock doesn't matter. Never below 0. Uses Date.now(), because performance.now() stops in some browsers while the
 * computer sleeps.
 */
export function useCountdown(until: string, response: { serverNow: string }): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      if (!seenAt.has(response)) seenAt.set(response, Date.now())
      return startTicking(onTick)
    },
    [response],
  )
  return useSyncExternalStore(
    subscribe,
    () => countSecondsLeft(until, response, seenAt.get(response)),
    // A part may hydrate after another one has started the countdown of the same answer.
    () => countSecondsLeft(until, response, undefined),
  )
}

function countSecondsLeft(until: string, response: { serverNow: string }, seen: number | undefined): number {
  const passed = seen === undefined ? 0 : Date.now() - seen
  return Math.max(0, Math.ceil((Date.parse(until) - Date.parse(response.serverNow) - passed) / 1000))
}

/**
 * Returns the seconds left until a time on this browser's clock (milliseconds since 1970); 0 without one, and on the
 * server.
 */
export function useSecondsUntil(until: number | null | undefined): number {
  return useSyncExternalStore(
    startTicking,
    () => (until ? Math.max(0, Math.ceil((until - Date.now()) / 1000)) : 0),
    () => 0,
  )
}

function startTicking(onTick: () => void): () => void {
  const timer = setInterval(onTick, 250)
  return () => clearInterval(timer)
}

/** 582 -> '9:42' */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
