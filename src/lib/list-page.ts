import { type Cursor, type Key, timeCursor, type TimeKey } from './cursor'

/** The page begins after a row of the list, or ends before one. `after` wins. */
export interface PageInput {
  after?: string | undefined
  before?: string | undefined
}

export interface PageStart<K extends Key> {
  /** Exclusive. Undefined: from the beginning. */
  row: K | undefined
  /** Reads from the row towards the beginning. */
  isBackwards: boolean
}

export interface Page<Row> {
  /** In the order of the list. */
  shown: Row[]
  /** Number of the first row in the whole list, from 1; 0 of an empty page. Says "26–50 of 1,284" without counting. */
  from: number
  previousCursor: string | null
  nextCursor: string | null
}

interface List<Row, K extends Key> {
  cursor: Cursor<K>
  /** Returns at most `most` rows in the order in which they follow the start: the last row before it comes first. */
  read: (start: PageStart<NoInfer<K>>, most: number) => Promise<readonly Row[]>
  keyOf: (row: Row) => K
}

/**
 * Reads a page of at most `limit` rows, and its cursors both ways. One more row is read than shown: it says that there is
 * more. An unknown cursor is the first page; so is a page before a row with less than a whole page before it.
 */
export async function readPage<Row, K extends Key>(
  input: PageInput,
  limit: number,
  list: List<Row, K>,
): Promise<Page<Row>> {
  const text = input.after ?? input.before
  const place = text === undefined ? undefined : list.cursor.find(text)
  const isBackwards = place !== undefined && input.after === undefined
  const rows = await list.read({ row: place?.key, isBackwards }, limit + 1)
  if (isBackwards && rows.length < limit) return readPage({}, limit, list)
  const isMore = rows.length > limit
  const page = rows.slice(0, limit)
  const shown = isBackwards ? page.toReversed() : page
  const isStart = isBackwards ? !isMore : place === undefined
  const n = place?.n ?? 0
  // At the start rows count from one again, even if others were added meanwhile.
  const from = isStart ? 1 : isBackwards ? Math.max(1, n - page.length) : n + 1
  const cursorOf = (row: Row, at: number) => list.cursor.write({ key: list.keyOf(row), n: at })
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    shown,
    from: first === undefined ? 0 : from,
    previousCursor: first === undefined || isStart ? null : cursorOf(first, from),
    nextCursor:
      last === undefined || !(isBackwards || isMore) ? null : cursorOf(last, from + shown.length - 1),
  }
}

/** Reads a page of a list in order of time. */
export function readTimePage<Row extends { micros: number; id: string }>(
  input: PageInput,
  limit: number,
  read: List<Row, TimeKey>['read'],
): Promise<Page<Row>> {
  return readPage(input, limit, { cursor: timeCursor, keyOf: ({ micros, id }) => [micros, id], read })
}
