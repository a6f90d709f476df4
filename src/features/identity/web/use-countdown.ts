import { useEffect, useState } from 'react'

/** Whole seconds until `until`, in milliseconds since 1970, ticking; 0 afterwards, without one, and on the server. */
export function useCountdown(until: number | undefined): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const tick = () => setLeft(until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}

/** 42 seconds are 0:42. */
export function sayCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
