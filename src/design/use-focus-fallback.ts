import { type RefObject, useEffect, useRef } from 'react'
import { listLinksAndButtons, focusIfFocusLost } from './focus-if-lost'

/**
 * Keeps keyboard focus in `place` when the focused control disappears as `state` changes: focuses the first remaining
 * control. Does nothing if the focus was elsewhere.
 */
export function useFocusFallback(place: RefObject<HTMLElement | null>, state: string): void {
  const isHeld = useRef(false)
  const before = useRef(state)
  useEffect(() => {
    const element = place.current
    const take = () => (isHeld.current = true)
    // Browsers differ in whether removing the focused element fires focusout; ignore the event in both cases.
    const leave = ({ target }: FocusEvent) =>
      setTimeout(() => {
        if (target instanceof Node && target.isConnected)
          isHeld.current = element?.contains(document.activeElement) ?? false
      })
    element?.addEventListener('focusin', take)
    element?.addEventListener('focusout', leave)
    return () => {
      element?.removeEventListener('focusin', take)
      element?.removeEventListener('focusout', leave)
    }
  }, [place])
  useEffect(() => {
    if (before.current === state) return undefined
    before.current = state
    return isHeld.current
      ? focusIfFocusLost(() => place.current && listLinksAndButtons(place.current)[0])
      : undefined
  }, [place, state])
}
