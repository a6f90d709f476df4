import { findCursor, type TimeCursor, writeCursor } from '~/lib/time-cursor'

/** Where a page of the public list ended: the last event's local day, as days since 1970, its moment and its id. */
export type DayCursor = TimeCursor & { day: number }

export function writeDayCursor({ day, ...rest }: DayCursor): string {
  return `${day.toString(36)}_${writeCursor(rest)}`
}

/** Returns undefined for text that writeDayCursor didn't write. */
export function findDayCursor(text: string): DayCursor | undefined {
  // Four digits of base 36 end in the year 6568, which PostgreSQL can hold.
  const [, day, rest] = /^([0-9a-z]{1,4})_(.+)$/.exec(text) ?? []
  const cursor = rest === undefined ? undefined : findCursor(rest)
  return day === undefined || cursor === undefined ? undefined : { ...cursor, day: Number.parseInt(day, 36) }
}
