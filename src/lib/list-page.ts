import { type Cursor, type Key, timeCursor, type TimeKey } from './cursor'

/** A page begins after a row or ends before one. With both, `after` counts. */
export interface PageInput {
  after?: string | undefined
  before?: string | undefined
}

export interface PageStart<K extends Key> {
  /** The row just before or after the page. Undefined: the start of the list. */
  row: K | undefined
  isBackwards: boolean
}

export interface Page<Row> {
  shown: Row[]
  /**
   * Number of the first row in the whole list, from 1; 0 for an empty page. For `26–50 of 1,284` without counting the
   * rows before.
   */
  from: number
  previousCursor: string | null
  nextCursor: string | null
}

interface List<Row, K extends Key> {
  cursor: Cursor<K>
  /** Returns at most `most` rows, beginning with the one next to `start`. Backwards, they are in reverse order. */
  read: (start: PageStart<NoInfer<K>>, most: number) => Promise<readonly Row[]>
  getKey: (row: Row) => K
}

/**
 * Reads a page of at most `limit` rows and the cursors in both directions. Reads one extra row to detect a next page.
 * Returns the first page for an unknown cursor, and when less than a full page precedes the row.
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
  // On the first page, row numbers begin with 1, even if rows were added since the cursor was made.
  const from = isStart ? 1 : isBackwards ? Math.max(1, n - page.length) : n + 1
  const createCursor = (row: Row, at: number) => list.cursor.write({ key: list.getKey(row), n: at })
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    shown,
    from: first === undefined ? 0 : from,
    previousCursor: first === undefined || isStart ? null : createCursor(first, from),
    nextCursor:
      last === undefined || !(isBackwards || isMore) ? null : createCursor(last, from + shown.length - 1),
  }
}

export function readTimePage<Row extends { micros: number; id: string }>(
  input: PageInput,
  limit: number,
  read: List<Row, TimeKey>['read'],
): Promise<Page<Row>> {
  return readPage(input, limit, { cursor: timeCursor, getKey: ({ micros, id }) => [micros, id], read })
}
