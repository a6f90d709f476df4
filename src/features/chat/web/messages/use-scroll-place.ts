import { useCallback, useRef, useState } from 'react'
import { firstVisibleRow, type Place, placeOf, strayOf } from './scroll-place'

/** CH-07 */
const NEAR_PX = 50

/**
 * Keeps what is read where it is, and the end in sight of who is there. The list stands on its end (`column-reverse`, where
 * scrollTop counts from the bottom): what comes or grows above, and a composer or keyboard that takes room, need nothing.
 * What comes below while one reads further up is made up for, in the frame in which it happens; browsers differ in whether
 * they do that themselves, so `overflow-anchor` is off.
 */
export function useScrollPlace() {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtBottom, setIsAtBottom] = useState(true)
  const place = useRef<Place>([])
  const follows = useRef(true)

  const settle = useCallback(() => {
    const list = scroller.current
    if (!list) return
    if (follows.current) {
      if (list.scrollTop !== 0) list.scrollTop = 0
      return
    }
    const stray = strayOf(list, place.current)
    if (stray !== 0) list.scrollTop += stray
    place.current = placeOf(list, firstVisibleRow(list))
  }, [])

  /** Of the list. A room that is empty has none: it is followed from the moment in which it is there. */
  const follow = useCallback(
    (list: HTMLDivElement | null) => {
      scroller.current = list
      if (!list) return undefined
      const look = () => {
        follows.current = Math.abs(list.scrollTop) < NEAR_PX
        setIsAtBottom(follows.current)
        if (!follows.current) place.current = placeOf(list, firstVisibleRow(list))
      }
      list.addEventListener('scroll', look, { passive: true })
      // Pictures, the font, an opened field: heard of before the frame is painted.
      const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(settle)
      for (const box of [list, list.firstElementChild]) if (box) observer?.observe(box)
      return () => {
        scroller.current = null
        // What comes after is a new list, which stands on its end.
        follows.current = true
        setIsAtBottom(true)
        list.removeEventListener('scroll', look)
        observer?.disconnect()
      }
    },
    [settle],
  )

  const goToBottom = useCallback(() => {
    const list = scroller.current
    follows.current = true
    setIsAtBottom(true)
    if (list) list.scrollTop = 0
  }, [])
  /** `settle`: call it when other messages are drawn, before they are painted. */
  return { follow, isAtBottom, goToBottom, settle }
}
