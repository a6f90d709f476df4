import { useEffect, useState } from 'react'

/** Whole seconds until then (milliseconds since 1970), 0 afterwards, for null, and on the server. */
export function useCountdown(until: number | null): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => countDown(until, setSeconds), [until])
  return seconds
}

/** Tells the whole seconds that are left, down to 0. Answers how to stop it. */
export function countDown(until: number | null, tell: (seconds: number) => void): () => void {
  const left = () => (until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000)))
  const read = () => {
    tell(left())
    if (left() === 0) clearInterval(timer)
  }
  const timer = setInterval(read, 500)
  read()
  return () => clearInterval(timer)
}
