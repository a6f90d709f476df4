import { type RefObject, useEffect, useRef } from 'react'

/** Longer than a dialog needs to close and to give back what focus it can. */
const CLOSING_MS = 300

/**
 * An answer takes away the button that gave it. When a step has been added and the focus has nowhere to be, it goes to the
 * element of this ref, from which the page is read on.
 */
export function useKeptFocus<Element extends HTMLElement>(steps: number): RefObject<Element | null> {
  const ref = useRef<Element>(null)
  const seen = useRef(steps)
  useEffect(() => {
    if (seen.current === steps) return undefined
    seen.current = steps
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) ref.current?.focus()
    }, CLOSING_MS)
    return () => clearTimeout(timer)
  }, [steps])
  return ref
}
