import { type RefObject, useEffect, useRef } from 'react'

/**
 * A phone shows either the list or the room, and hiding one would lose the focus: it moves into the room, and back to
 * the room's link in the list. Wider screens show both, and the focus stays.
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
