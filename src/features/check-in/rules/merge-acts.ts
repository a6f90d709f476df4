/** One accepted act at a door about one ticket or guest; times in milliseconds. */
export interface CheckInEntry {
  nonce: string
  at: number
  people: number
  /** The door saw that all are in and let them in all the same. */
  letIn: boolean
  undoneAt: number | null
}

export interface MergedEntry {
  outcome: 'in' | 'again' | 'let_in'
  /** People who are in because of it, as it stands after everything. */
  counted: number
}

/**
 * What a ticket's acts come to, told in the order of time, whatever the order in which they arrived: the first scan counts,
 * an undo puts out whom its scan let in, and what was turned away before the undo stays out until the next scan. So two phones that
 * were offline come to the same, whoever is back first. `check_in` of the database does the same (a test compares the two).
 */
export function mergeEntries(entries: readonly CheckInEntry[], size: number): Map<string, MergedEntry> {
  const merged = new Map<string, MergedEntry>()
  let inside = 0
  for (const step of stepsOf(entries)) {
    const known = merged.get(step.entry.nonce)
    if (step.isUndo) {
      if (!known) continue
      inside -= known.counted
      merged.set(step.entry.nonce, { ...known, counted: 0 })
    } else {
      const counted = Math.max(0, Math.min(step.entry.people, size - inside))
      inside += counted
      const outcome = counted > 0 ? 'in' : step.entry.letIn ? 'let_in' : 'again'
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

function stepsOf(entries: readonly CheckInEntry[]): Step[] {
  const scans = entries.map((entry) => ({ entry, at: entry.at, isUndo: false }))
  const undos = entries.flatMap((entry) =>
    // Nothing is taken back before it is done.
    entry.undoneAt === null ? [] : [{ entry, at: Math.max(entry.undoneAt, entry.at), isUndo: true }],
  )
  return [...scans, ...undos].toSorted(
    (one, other) =>
      one.at - other.at ||
      Number(one.isUndo) - Number(other.isUndo) ||
      (one.entry.nonce < other.entry.nonce ? -1 : 1),
  )
}
