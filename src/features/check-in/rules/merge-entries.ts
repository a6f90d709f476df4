/** An accepted check-in of a ticket or guest; times in milliseconds. */
export interface CheckInEntry {
  nonce: string
  at: number
  people: number
  /** The staff saw that everyone is checked in and admitted them anyway. */
  admitAnyway: boolean
  undoneAt: number | null
}

export interface MergedEntry {
  outcome: 'checked_in' | 'duplicate' | 'admitted'
  /** How many people this scan checks in, once all scans and undos have been applied. */
  counted: number
}

/**
 * Applies a ticket's scans and undos by time, in any order of arrival: the first scan counts, an undo checks its people
 * out, and a scan refused before the undo stays refused. So two phones that were offline get the same result, whichever
 * reconnects first. Matches `check_in` in the database (a test compares the two).
 */
export function mergeEntries(entries: readonly CheckInEntry[], size: number): Map<string, MergedEntry> {
  const merged = new Map<string, MergedEntry>()
  let inside = 0
  for (const step of listSteps(entries)) {
    const known = merged.get(step.entry.nonce)
    if (step.isUndo) {
      if (!known) continue
      inside -= known.counted
      merged.set(step.entry.nonce, { ...known, counted: 0 })
    } else {
      const counted = Math.max(0, Math.min(step.entry.people, size - inside))
      inside += counted
      const outcome = counted > 0 ? 'checked_in' : step.entry.admitAnyway ? 'admitted' : 'duplicate'
      merged.set(step.entry.nonce, { outcome, counted })
    }
  }
  return merged
}

interface Step {
  entry: CheckInEntry
  at: number
  isUndo: boolean
}

function listSteps(entries: readonly CheckInEntry[]): Step[] {
  const scans = entries.map((entry) => ({ entry, at: entry.at, isUndo: false }))
  const undos = entries.flatMap((entry) =>
    // An undo never takes effect before its scan.
    entry.undoneAt === null ? [] : [{ entry, at: Math.max(entry.undoneAt, entry.at), isUndo: true }],
  )
  return [...scans, ...undos].toSorted(
    (step, other) =>
      step.at - other.at ||
      Number(step.isUndo) - Number(other.isUndo) ||
      (step.entry.nonce < other.entry.nonce ? -1 : 1),
  )
}
