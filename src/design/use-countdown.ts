import { useCallback, useSyncExternalStore } from 'react'

// Local time at which this tab first used a response, so that components mounted later show the same countdown.
const seenAt = new WeakMap<object, number>()

/**
 * Returns the seconds left until `until`; never below 0. Counts from `serverNow` of the same response, so a wrong local
 * clock doesn't matter. Uses Date.now(), because performance.now() stops in some browsers while the computer sleeps.
 */
export function useCountdown(until: string, response: { serverNow: string }): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      if (!seenAt.has(response)) seenAt.set(response, Date.now())
      return startTimer(onTick)
    },
    [response],
  )
  return useSyncExternalStore(
    subscribe,
    () => countSecondsLeft(until, response, seenAt.get(response)),
    // The server's value during hydration, even if another component has already started the countdown.
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
    startTimer,
    () => (until ? Math.max(0, Math.ceil((until - Date.now()) / 1000)) : 0),
    () => 0,
  )
}

function startTimer(onTick: () => void): () => void {
  const timer = setInterval(onTick, 250)
  return () => clearInterval(timer)
}

/** 582 -> '9:42' */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
