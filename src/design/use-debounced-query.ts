import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * Returns the text of a search field and calls `onSettled` after a pause in typing. `current` is the search in the URL.
 * The field follows it when back or forward changes it.
 */
export function useDebouncedQuery(current: string, onSettled: (query: string) => void) {
  const [typed, setTyped] = useState(current)
  const [seen, setSeen] = useState(current)
  const [sent, setSent] = useState(current)
  const settle = useRef(onSettled)
  useEffect(() => {
    settle.current = onSettled
  })
  if (current !== seen) {
    setSeen(current)
    // The search that this field has sent reaches the URL while typing continues: "jaz" must not remove the last "z"
    // from "jazz".
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
