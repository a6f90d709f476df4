import { type RefObject, useEffect, useRef } from 'react'
import { listLinksAndButtons, focusIfFocusLost } from '~/design/focus-if-lost'

/**
 * Keeps keyboard focus in a list. When the focused row disappears, the same button of the next row gets the focus;
 * without rows, the list itself does. Rows need `data-row`, and the list needs `tabIndex={-1}`.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, count: number): void {
  const last = useRef({ row: 0, control: 0 })
  const before = useRef(count)
  useEffect(() => {
    const element = list.current
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-row]') : null
      if (!row || !element) return
      last.current = {
        row: [...element.querySelectorAll('[data-row]')].indexOf(row),
        control: listLinksAndButtons(row).findIndex((control) => control === target),
      }
    }
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  }, [list])
  useEffect(() => {
    const hasShrunk = count < before.current
    before.current = count
    if (!hasShrunk) return undefined
    return focusIfFocusLost(() => findNearestControl(list.current, last.current))
  }, [list, count])
}

function findNearestControl(
  list: HTMLElement | null,
  { row, control }: { row: number; control: number },
): HTMLElement | null {
  const rows = [...(list?.querySelectorAll('[data-row]') ?? [])]
  const near = rows[Math.min(row, rows.length - 1)]
  const controls = near ? listLinksAndButtons(near) : []
  return controls[Math.min(Math.max(control, 0), controls.length - 1)] ?? list
}
