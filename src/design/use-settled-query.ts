import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * What stands in a search field, and after a pause what is searched for. `current` is what the address says, which back
 * and forward change too.
 */
export function useSettledQuery(current: string, onSettled: (query: string) => void) {
  const [typed, setTyped] = useState(current)
  const [seen, setSeen] = useState(current)
  const [sent, setSent] = useState(current)
  const settle = useRef(onSettled)
  useEffect(() => {
    settle.current = onSettled
  })
  if (current !== seen) {
    setSeen(current)
    // What we sent ourselves comes back while somebody types on: "ber" must not take the "l" out of "berl".
    if (current !== sent) {
      setSent(current)
      setTyped(current)
    }
  }
  const query = typed.trim()
  useEffect(() => {
    if (query === sent) return undefined
    const timer = setTimeout(() => {
      setSent(query)
      settle.current(query)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query, sent])
  return [typed, setTyped] as const
}
