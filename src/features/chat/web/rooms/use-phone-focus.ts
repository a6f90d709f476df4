import { type RefObject, useEffect, useRef } from 'react'

/**
 * A phone shows either the room list or the open room, and hiding one of them would lose the focus. So this moves the
 * focus into the room when it opens, and back to the room's link in the list. Wider screens show both, and the focus
 * stays.
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
