import { type RefObject, useEffect, useRef } from 'react'

/**
 * On a phone the list and the room take turns, and what goes takes the focus with it: it moves along into the room, and
 * back to the room's line in the list. Elsewhere both are there, and it stays where it is.
 */
export function usePhoneFocus(screen: RefObject<HTMLElement | null>, roomId: string | undefined): void {
  const before = useRef(roomId)
  useEffect(() => {
    const left = before.current
    before.current = roomId
    if (left === roomId || !matchMedia('(max-width: 47.9375em)').matches) return
    if (roomId !== undefined) screen.current?.focus({ preventScroll: true })
    else screen.current?.querySelector<HTMLElement>(`a[href*="/${left}"]`)?.focus()
  }, [screen, roomId])
}
