import { useEffect, useState } from 'react'

/** Whole seconds until `until`, in milliseconds since 1970, ticking; 0 afterwards and without one, as on the server. */
export function useCountdown(until: number | undefined): number {
  // From the first sight on: for a frame it would be offered, and can be pressed.
  const [left, setLeft] = useState(() => secondsTo(until))
  useEffect(() => {
    const tick = () => setLeft(secondsTo(until))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}

function secondsTo(until: number | undefined): number {
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000))
}

/** 42 seconds are 0:42. */
export function sayCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** In a sentence: 42 s, and from two minutes on 3 min. */
export function sayWait(seconds: number): string {
  return seconds < 120 ? `${seconds}\u00A0s` : `${Math.ceil(seconds / 60)}\u00A0min`
}
