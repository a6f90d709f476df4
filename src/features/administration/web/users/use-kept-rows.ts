import { useState } from 'react'
import type { UserRow } from '../../contract-users-shapes'

type Rows = readonly UserRow[]

/** Rows that left the list by what was just done to them stand on where they stood. */
export function keepRows(before: Rows, fresh: Rows, changed: ReadonlySet<string>): Rows {
  const there = new Set(fresh.map(({ id }) => id))
  const rows = [...fresh]
  before.forEach((row, place) => {
    if (changed.has(row.id) && !there.has(row.id)) rows.splice(place, 0, row)
  })
  return rows.length === fresh.length ? fresh : rows
}

/**
 * Whoever works down the unverified ones presses the next row where it stood: a row that an admin has changed stays until
 * the list is another one, even when its filter does not fit it any more. `list` names what is shown.
 */
export function useKeptRows(fresh: Rows | undefined, list: string) {
  const [kept, setKept] = useState<{
    list: string
    fresh: Rows | undefined
    rows: Rows | undefined
    changed: Set<string>
  }>({ list, fresh, rows: fresh, changed: new Set() })
  let now = kept
  if (kept.list !== list) now = { list, fresh, rows: fresh, changed: new Set() }
  else if (kept.fresh !== fresh)
    now = { ...kept, fresh, rows: fresh && keepRows(kept.rows ?? [], fresh, kept.changed) }
  if (now !== kept) setKept(now)
  return {
    rows: now.rows,
    /** After the change, with what it makes of the row. */
    keep: (id: string, patch: (row: UserRow) => UserRow) =>
      setKept((state) => ({
        ...state,
        rows: state.rows?.map((row) => (row.id === id ? patch(row) : row)),
        changed: new Set(state.changed).add(id),
      })),
    drop: (id: string) =>
      setKept((state) => ({
        ...state,
        rows: state.rows?.filter((row) => row.id !== id),
        changed: new Set([...state.changed].filter((one) => one !== id)),
      })),
  }
}
