import type { BillRow, EventValues } from './event-values'

/** Returns a new entry after the last set, until the end of the event if known. */
export function createRow(
  values: EventValues,
  person: Pick<BillRow, 'djId' | 'name' | 'avatarUrl'>,
  key: string = crypto.randomUUID(),
): BillRow {
  const lastEnd = values.lineUp.at(-1)?.endClock
  const isFirst = values.lineUp.length === 0
  const startClock = isFirst ? values.startClock : (lastEnd ?? null)
  const isRoomLeft = startClock !== null && startClock !== '' && startClock !== values.endClock
  return {
    ...person,
    key,
    startClock: isRoomLeft ? startClock : null,
    endClock: isRoomLeft ? values.endClock : null,
    billing: isFirst ? 'headline' : 'support',
  }
}

export function moveRow(rows: readonly BillRow[], at: number, by: -1 | 1): BillRow[] {
  const row = rows[at]
  if (!row || rows[at + by] === undefined) return [...rows]
  return rows.toSpliced(at, 1).toSpliced(at + by, 0, row)
}
