/**
 * Where a page of a list in order of time ended: the last row's moment in microseconds since 1970, as exact as the
 * database keeps it (a Date would drop the last three digits, and paging would skip or repeat rows), and its id.
 */
export type TimeCursor = { micros: number; id: string }

const shape = /^([0-9a-z]{1,11})_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export function writeCursor({ micros, id }: TimeCursor): string {
  return `${micros.toString(36)}_${id}`
}

/** Undefined for anything that writeCursor did not write. */
export function findCursor(text: string): TimeCursor | undefined {
  const [, time, id] = shape.exec(text) ?? []
  if (time === undefined || id === undefined) return undefined
  const micros = Number.parseInt(time, 36)
  return Number.isSafeInteger(micros) ? { micros, id } : undefined
}
