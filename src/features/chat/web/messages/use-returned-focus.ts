import { type RefObject, useEffect, useRef } from 'react'
import type { Opened } from './opened'

/** Dialogs need a moment to give focus back to what opened them, if that is still there. */
const MOMENT_MS = 100

/** After a message was changed or deleted, focus goes where one writes rather than nowhere. */
export function useReturnedFocus(opened: Opened | undefined, field: RefObject<HTMLElement | null>): void {
  const before = useRef(opened)
  useEffect(() => {
    const last = before.current?.kind
    before.current = opened
    if (opened || (last !== 'edit' && last !== 'delete')) return undefined
    const timer = setTimeout(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      // A finger did not ask for the keyboard.
      const isWanted = last === 'edit' || !matchMedia('(pointer: coarse)').matches
      if (isLost && isWanted) field.current?.focus()
    }, MOMENT_MS)
    return () => clearTimeout(timer)
  }, [opened, field])
}
