import { useEffect, useState } from 'react'

/**
 * Seconds left until `until`, counted on the server's clock: `serverNow` came with the same answer, so a phone whose clock is
 * wrong still shows the true time. Never below 0. The first render equals the server's.
 */
export function useCountdown(until: string, serverNow: string): number {
  const atStart = secondsBetween(serverNow, until)
  const [left, setLeft] = useState(atStart)
  useEffect(() => {
    const startedAt = performance.now()
    const tick = () => setLeft(Math.max(0, atStart - Math.floor((performance.now() - startedAt) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [atStart])
  return left
}

const secondsBetween = (from: string, to: string) =>
  Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000))

/** 582 -> '9:42' */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
