import { findCursor, type TimeCursor, writeCursor } from './time-cursor'

/** A row of a list in order of time, and which of the whole list it was when it was shown, from 1. */
export type ListPlace = TimeCursor & { n: number }

const shape = /^(\S+)\.([0-9a-z]{1,7})$/

export function writePlace(row: TimeCursor, n: number): string {
  return `${writeCursor(row)}.${n.toString(36)}`
}

/** Undefined for anything that writePlace did not write. */
export function findPlace(text: string): ListPlace | undefined {
  const [, at = '', number = ''] = shape.exec(text) ?? []
  const cursor = findCursor(at)
  return cursor && { ...cursor, n: Number.parseInt(number, 36) }
}
