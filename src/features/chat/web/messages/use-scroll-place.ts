import { useCallback, useRef, useState } from 'react'
import { findFirstVisibleRow, type Place, getScrollPlace, measureScrollDrift } from './scroll-place'

const NEAR_PX = 50

/**
 * Keeps the scroll position while reading, and follows the end of the list when the reader is there. The list is
 * reversed (`column-reverse`, where scrollTop counts from the bottom), so changes above and a growing composer or
 * keyboard need no correction. Changes below are corrected here before they are painted. Browsers differ in
 * correcting such changes themselves, so `overflow-anchor` is off.
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
    const stray = measureScrollDrift(list, place.current)
    if (stray !== 0) list.scrollTop += stray
    place.current = getScrollPlace(list, findFirstVisibleRow(list))
  }, [])

  /** The ref of the list. An empty room has no list; it is followed once it appears. */
  const follow = useCallback(
    (list: HTMLDivElement | null) => {
      scroller.current = list
      if (!list) return undefined
      const look = () => {
        follows.current = Math.abs(list.scrollTop) < NEAR_PX
        setIsAtBottom(follows.current)
        if (!follows.current) place.current = getScrollPlace(list, findFirstVisibleRow(list))
      }
      list.addEventListener('scroll', look, { passive: true })
      // Reports changes of height before they are painted: loaded images and fonts, opened fields.
      const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(settle)
      for (const box of [list, list.firstElementChild]) if (box) observer?.observe(box)
      return () => {
        scroller.current = null
        // A new list starts scrolled to its end.
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
  /**
   * Call `settle` whenever other messages were rendered, before they are painted: it restores the scroll position.
   */
  return { follow, isAtBottom, goToBottom, settle }
}
