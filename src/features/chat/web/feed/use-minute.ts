import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The time, to the minute; undefined until the page stands in the browser, whose clock it is. */
export function useMinute(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    const read = () => setNow(new Date())
    read()
    const timer = setInterval(read, MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
