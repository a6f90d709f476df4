import { useEffect, useState, useSyncExternalStore } from 'react'

// When this tab first saw an answer, on its own clock: a part that is mounted later continues from there.
const seenAt = new WeakMap<object, number>()

/**
 * Seconds left until `until`, counted on the server's clock: `serverNow` came with the same answer, so a phone whose clock is
 * wrong still shows the true time. Never below 0. The first render of an answer equals the server's. Date.now() and not
 * performance.now(), which stops in some browsers while the computer sleeps.
 */
export function useCountdown(until: string, answer: { serverNow: string }): number {
  const [left, setLeft] = useState(() => secondsLeft(until, answer))
  useEffect(() => {
    if (!seenAt.has(answer)) seenAt.set(answer, Date.now())
    const tick = () => setLeft(secondsLeft(until, answer))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until, answer])
  return left
}

function secondsLeft(until: string, answer: { serverNow: string }): number {
  const seen = seenAt.get(answer)
  const passed = seen === undefined ? 0 : Date.now() - seen
  return Math.max(0, Math.ceil((Date.parse(until) - Date.parse(answer.serverNow) - passed) / 1000))
}

/** Seconds left until a moment on this browser's clock (milliseconds since 1970); 0 without one, and on the server. */
export function useSecondsUntil(until: number | null | undefined): number {
  return useSyncExternalStore(
    everyHalfSecond,
    () => (until ? Math.max(0, Math.ceil((until - Date.now()) / 1000)) : 0),
    () => 0,
  )
}

function everyHalfSecond(onTick: () => void): () => void {
  const timer = setInterval(onTick, 500)
  return () => clearInterval(timer)
}

/** 582 -> '9:42' */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
