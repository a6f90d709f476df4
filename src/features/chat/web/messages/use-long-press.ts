import { type PointerEvent, type TouchEvent, useEffect, useRef } from 'react'

const LONG_MS = 450
/** A finger is never quite still. */
const STRAY_PX = 10

/** Handlers that call when a finger rests on something; a mouse has its own ways. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0, isTouch: false })
  const isLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  const call = () => {
    isLong.current = true
    onLongPress()
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = { x: event.clientX, y: event.clientY, isTouch: event.pointerType === 'touch' }
      stop()
      isLong.current = false
      if (from.current.isTouch && event.isPrimary) timer.current = setTimeout(call, LONG_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > STRAY_PX) stop()
    },
    onPointerUp: stop,
    // Lifting the finger would be a press beside what has just opened, and close it.
    onTouchEnd: (event: TouchEvent) => isLong.current && event.preventDefault(),
    // The list scrolls.
    onPointerCancel: stop,
    // Android's own menu on a long press.
    onContextMenu: (event: { preventDefault: () => void }) => from.current.isTouch && event.preventDefault(),
  }
}
