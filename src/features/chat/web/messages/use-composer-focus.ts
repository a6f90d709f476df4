import { type RefObject, useEffect } from 'react'

/** Focuses the composer of a room that was just opened, except on touch screens, where it would open the keyboard. */
export function useComposerFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    // An archived room has no composer.
    if (!field.current) return
    // Never taken from a person who types elsewhere, such as in the search for rooms.
    if (document.activeElement?.matches('input, textarea, [role="dialog"] *')) return
    if (matchMedia('(hover: hover) and (pointer: fine)').matches) field.current.focus({ preventScroll: true })
  }, [field])
}
