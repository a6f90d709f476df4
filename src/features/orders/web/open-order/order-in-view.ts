import { type RefObject, useEffect, useSyncExternalStore } from 'react'

// The order whose sheet is in view. Stored in the module, because the two components that use it are far apart in the
// tree: the hold bar belongs to the frame, the order sheet to a route.
let inView: string | null = null
const listeners = new Set<() => void>()

function setOrderInView(orderId: string | null): void {
  inView = orderId
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the id of the open order whose sheet is in view. */
export function useOrderInView(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => inView,
    () => null,
  )
}

/** Reports whether the sheet of this order is in view. */
export function useReportInView(sheet: RefObject<HTMLElement | null>, orderId: string): void {
  useEffect(() => {
    const element = sheet.current
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) =>
      setOrderInView(entries.at(-1)?.isIntersecting ? orderId : null),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      setOrderInView(null)
    }
  }, [sheet, orderId])
}
