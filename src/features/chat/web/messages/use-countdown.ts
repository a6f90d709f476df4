import { useEffect, useState } from 'react'

/** Whole seconds until then (milliseconds since 1970), 0 afterwards, for null, and on the server. */
export function useCountdown(until: number | null): number {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    if (until === null) return undefined
    const read = () => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }
    const timer = setInterval(read, 500)
    read()
    return () => clearInterval(timer)
  }, [until])
  return until === null || now === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}
