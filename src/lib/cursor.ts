import { isId } from './ids'

const MAX_ROWS = 1_000_000_000
const MAX_TEXT_LENGTH = 300

/** Checks for the parts of a sort key. A value is used in a statement, so it must fit its column. */
const checks = {
  int: (value: unknown) => Number.isSafeInteger(value),
  count: (value: unknown) => isCount(value),
  id: (value: unknown) => typeof value === 'string' && isId(value),
  text: (value: unknown) =>
    typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && !value.includes('\0'),
}

type Kind = keyof typeof checks
type Value = { int: number; count: number; id: string; text: string }
type KeyOf<Kinds extends readonly Kind[]> = { -readonly [At in keyof Kinds]: Value[Kinds[At]] }

export type Key = readonly [] | readonly (number | string)[]

/** Position of a row: its sort key, and its 1-based number in the list when it was shown. */
interface Place<K extends Key> {
  key: K
  n: number
}

export interface Cursor<K extends Key> {
  write: (place: Place<K>) => string
  /** Returns undefined for text not produced by `write`. */
  find: (text: string) => Place<K> | undefined
}

/** Defines how a list encodes a position as text: the kinds of its sort key parts, and the row number. */
export function defineCursor<const Kinds extends readonly Kind[]>(...kinds: Kinds): Cursor<KeyOf<Kinds>> {
  const isKey = (key: unknown[]): key is KeyOf<Kinds> =>
    key.length === kinds.length && kinds.every((kind, at) => checks[kind](key[at]))
  return {
    write: ({ key, n }) => Buffer.from(JSON.stringify([...key, n])).toString('base64url'),
    find(text) {
      const parts = parseParts(text)
      const n = parts.pop()
      return isCount(n) && n > 0 && isKey(parts) ? { key: parts, n } : undefined
    },
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_ROWS
}

function parseParts(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

/** A time in microseconds since 1970, as the database stores it (a Date would lose three digits), and the row's id. */
export type TimeKey = [micros: number, id: string]

export const timeCursor: Cursor<TimeKey> = defineCursor('int', 'id')
