import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

export interface Grip {
  hintId: string
  handle: {
    onKeyDown: (event: KeyboardEvent) => void
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
}

/**
 * Makes rows sortable: arrow keys on the grip move a row by one place, and a pointer drags it. During a drag the other
 * rows make room, and `onMove` is called once, at the end. `isFixed` disables both, because a disabled grip still
 * receives pointer events.
 */
export function useRowDrag(
  ids: readonly string[],
  { hintId, isFixed, onMove }: { hintId: string; isFixed: boolean; onMove: (id: string, to: number) => void },
) {
  const list = useRef<HTMLDivElement>(null)
  const [dragged, setCarried] = useState<{ id: string; to: number }>()
  const carried = isFixed ? undefined : dragged
  const end = () => {
    if (carried) onMove(carried.id, carried.to)
    setCarried(undefined)
  }
  const placeAt = (y: number): number => {
    const rows = [...(list.current?.querySelectorAll(':scope > fieldset') ?? [])]
    const middles = rows.map((row) => {
      const box = row.getBoundingClientRect()
      return box.top + box.height / 2
    })
    const below = middles.findIndex((middle) => y < middle)
    return below < 0 ? ids.length : below
  }
  const createGrip = (id: string): Grip => {
    const at = ids.indexOf(id)
    return {
      hintId,
      handle: {
        onKeyDown: (event) => {
          const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
          if (by === undefined) return
          event.preventDefault()
          onMove(id, at + by)
        },
        onPointerDown: (event) => {
          if (isFixed || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setCarried({ id, to: at })
        },
        onPointerMove: (event) => {
          if (carried?.id !== id) return
          const place = placeAt(event.clientY)
          // Without the dragged row, each position below it is one lower.
          const to = place > at ? place - 1 : place
          if (to !== carried.to) setCarried({ id, to })
        },
        onPointerUp: end,
        onPointerCancel: () => setCarried(undefined),
      },
    }
  }
  return { list, carried, createGrip }
}
