/** What the address of a page says: it begins behind a row of the list, or ends before one. */
export interface PageInput {
  after?: string | undefined
  before?: string | undefined
}

/** Where a page is read from; `n` is which of the whole list the row was when it was shown, from 1. */
export interface PageStart<Place extends { n: number }> {
  /** Exclusive. Undefined: from the beginning. */
  row: Place | undefined
  /** Reads from the row towards the beginning. */
  isBackwards: boolean
}

export interface Page<Row> {
  /** In the order of the list. */
  shown: Row[]
  /** Which of the whole list the first row is, from 1; 0 of an empty one. Says "26–50 of 1,284" without counting. */
  from: number
  previousCursor: string | null
  nextCursor: string | null
}

/** What no answer gave is the first page: addresses live long. */
export function readStart<Place extends { n: number }>(
  { after, before }: PageInput,
  find: (text: string) => Place | undefined,
): PageStart<Place> {
  const text = after ?? before
  const row = text === undefined ? undefined : find(text)
  return { row, isBackwards: row !== undefined && after === undefined }
}

/**
 * A page of at most `limit` rows and how to go on both ways. `read` answers rows in the order in which they lie from the start on: the
 * last before a row comes first. It is asked for one more than are shown, which says that there is more. Where less than a page is left
 * before a row, the first page is meant, a whole one.
 */
export async function readPage<Row, Place extends { n: number }>(
  start: PageStart<Place>,
  limit: number,
  {
    read,
    cursorOf,
  }: {
    read: (start: PageStart<Place>, most: number) => Promise<readonly Row[]>
    cursorOf: (row: Row, n: number) => string
  },
): Promise<Page<Row>> {
  const { row, isBackwards } = start
  const rows = await read(start, limit + 1)
  if (isBackwards && rows.length < limit)
    return readPage({ row: undefined, isBackwards: false }, limit, { read, cursorOf })
  const isMore = rows.length > limit
  const kept = rows.slice(0, limit)
  const shown = isBackwards ? kept.toReversed() : kept
  const isStart = isBackwards ? !isMore : row === undefined
  const n = row?.n ?? 0
  // Whoever is back at the start counts from one again, whatever came in meanwhile.
  const from = isStart ? 1 : isBackwards ? Math.max(1, n - kept.length) : n + 1
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    shown,
    from: first === undefined ? 0 : from,
    previousCursor: first === undefined || isStart ? null : cursorOf(first, from),
    nextCursor:
      last === undefined || !(isBackwards || isMore) ? null : cursorOf(last, from + shown.length - 1),
  }
}
