import { findCursor, type TimeCursor, writeCursor } from '~/lib/time-cursor'

/** Where a page of a list ended, and which of the whole list its last (or first) row was, from 1. */
export type ListPlace = TimeCursor & { n: number }

const shape = /^(\S+)\.([0-9a-z]{1,7})$/

export function writePlace({ n, ...cursor }: ListPlace): string {
  return `${writeCursor(cursor)}.${n.toString(36)}`
}

/** Undefined for anything that writePlace did not write. */
export function findPlace(text: string): ListPlace | undefined {
  const [, at = '', number = ''] = shape.exec(text) ?? []
  const cursor = findCursor(at)
  return cursor && { ...cursor, n: Number.parseInt(number, 36) }
}
