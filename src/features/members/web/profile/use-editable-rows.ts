import { type RefObject, useEffect, useRef } from 'react'

type Row = { key: string }
type Focus = { key: string; part: 'start' | 'remove' } | { part: 'add' }

let made = 0

/**
 * Manages focus in a list of rows: a new row gets the focus; after a removal, the next row’s remove button or the add
 * button gets it. Mark elements with `data-row="<key>"`, `data-start`, `data-remove` and `data-add`.
 */
export function useEditableRows<One extends Row>(
  list: RefObject<HTMLElement | null>,
  rows: readonly One[],
  onChange: (rows: One[], key?: string) => void,
) {
  const wanted = useRef<Focus>(undefined)

  // Runs after every render, because the element to focus may not have existed before.
  useEffect(() => {
    const focus = wanted.current
    if (!focus) return
    wanted.current = undefined
    const place = focus.part === 'add' ? '[data-add]' : `[data-row="${focus.key}"] [data-${focus.part}]`
    list.current?.querySelector<HTMLElement>(place)?.focus()
  })

  return {
    add(row: Omit<One, 'key'>): void {
      made += 1
      const key = `new-${made}`
      onChange([...rows, { ...row, key } as One])
      wanted.current = { key, part: 'start' }
    },
    remove(key: string): void {
      const place = rows.findIndex((row) => row.key === key)
      const left = rows.filter((row) => row.key !== key)
      const next = left[Math.min(place, left.length - 1)]
      onChange(left)
      wanted.current = next ? { key: next.key, part: 'remove' } : { part: 'add' }
    },
    edit(key: string, part: Partial<One>): void {
      onChange(
        rows.map((row) => (row.key === key ? { ...row, ...part } : row)),
        key,
      )
    },
  }
}
