/** The last event of a page: its start in microseconds since 1970, as exact as the database keeps it, and its id. */
export type EventCursor = { startsAtMicros: number; id: string }

const shape = /^([0-9a-z]{1,11})_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export function writeCursor({ startsAtMicros, id }: EventCursor): string {
  return `${startsAtMicros.toString(36)}_${id}`
}

/** Undefined for anything that writeCursor did not write. */
export function findCursor(text: string): EventCursor | undefined {
  const [, time, id] = shape.exec(text) ?? []
  if (time === undefined || id === undefined) return undefined
  const startsAtMicros = Number.parseInt(time, 36)
  return Number.isSafeInteger(startsAtMicros) ? { startsAtMicros, id } : undefined
}
