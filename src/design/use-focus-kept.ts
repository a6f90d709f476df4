import { type RefObject, useEffect, useRef } from 'react'
import { controlsOf, focusWhenFree } from './focus-when-free'

/**
 * Whoever stands in `place` by keyboard stays there when the control that they stand on goes, as `state` becomes another: the first
 * that is there then gets the focus. Whoever has gone on elsewhere is left there.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>, state: string): void {
  const isHeld = useRef(false)
  const before = useRef(state)
  useEffect(() => {
    const element = place.current
    const take = () => (isHeld.current = true)
    // Browsers differ in whether what is taken away loses the focus with an event; it is no leaving either way.
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
    return isHeld.current ? focusWhenFree(() => place.current && controlsOf(place.current)[0]) : undefined
  }, [place, state])
}
