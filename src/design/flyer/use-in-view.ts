import { type RefObject, useEffect, useState } from 'react'

// Far enough ahead that a flyer stands before it is scrolled to.
const AHEAD = '400px'

/** True once the element has come near the viewport, and from then on. */
export function useInView(element: RefObject<Element | null>, isSkipped: boolean): boolean {
  const [isInView, setIsInView] = useState(false)
  useEffect(() => {
    const target = element.current
    if (isSkipped || isInView || !target || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsInView(true)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, isSkipped, isInView])
  return isInView
}
