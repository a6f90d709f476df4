/** The last DJ of a page: when they joined, in microseconds since 1970 as the database keeps it, and their id. */
export type DjCursor = { joinedAtMicros: number; id: string }

const shape = /^([0-9a-z]{1,11})_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export function writeCursor({ joinedAtMicros, id }: DjCursor): string {
  return `${joinedAtMicros.toString(36)}_${id}`
}

/** Undefined for anything that writeCursor did not write. */
export function findCursor(text: string): DjCursor | undefined {
  const [, time, id] = shape.exec(text) ?? []
  if (time === undefined || id === undefined) return undefined
  const joinedAtMicros = Number.parseInt(time, 36)
  return Number.isSafeInteger(joinedAtMicros) ? { joinedAtMicros, id } : undefined
}
