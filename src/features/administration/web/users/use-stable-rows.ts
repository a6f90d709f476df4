import { useState } from 'react'
import type { UserRow } from '../../contract-users-shapes'

type Rows = readonly UserRow[]

/** Adds changed rows that no longer match the filter to the new rows, at their previous position. */
export function mergeRows(before: Rows, fresh: Rows, changed: ReadonlySet<string>): Rows {
  const there = new Set(fresh.map(({ id }) => id))
  const rows = [...fresh]
  before.forEach((row, place) => {
    if (changed.has(row.id) && !there.has(row.id)) rows.splice(place, 0, row)
  })
  return rows.length === fresh.length ? fresh : rows
}

/**
 * Keeps rows that an admin has changed in their position until another list is shown. Otherwise the next row would
 * move under the pointer. `list` identifies the shown list.
 */
export function useStableRows(fresh: Rows | undefined, list: string) {
  const [stored, setStored] = useState<{
    list: string
    fresh: Rows | undefined
    rows: Rows | undefined
    changed: Set<string>
  }>({ list, fresh, rows: fresh, changed: new Set() })
  let now = stored
  if (stored.list !== list) now = { list, fresh, rows: fresh, changed: new Set() }
  else if (stored.fresh !== fresh)
    now = { ...stored, fresh, rows: fresh && mergeRows(stored.rows ?? [], fresh, stored.changed) }
  if (now !== stored) setStored(now)
  return {
    rows: now.rows,
    keep: (id: string, patch: (row: UserRow) => UserRow) =>
      setStored((state) => ({
        ...state,
        rows: state.rows?.map((row) => (row.id === id ? patch(row) : row)),
        changed: new Set(state.changed).add(id),
      })),
    drop: (id: string) =>
      setStored((state) => ({
        ...state,
        rows: state.rows?.filter((row) => row.id !== id),
        changed: new Set([...state.changed].filter((changedId) => changedId !== id)),
      })),
  }
}
