import { type RawBuilder, sql } from 'kysely'
import { findCursor, type TimeCursor, writeCursor } from '~/lib/time-cursor'

/** Where a page begins: behind a row, or before it, with the place that says "26–50 of 1,284". */
export interface PageStart {
  cursor: TimeCursor | undefined
  /** Reads towards the newest. */
  isBackwards: boolean
  place: number
}

export interface PageInput {
  after?: string | undefined
  before?: string | undefined
}

/** What a row needs to be paged by: its moment in microseconds and its id. */
export interface PlacedRow {
  id: string
  micros: number
}

/** What no answer gave is the first page: addresses live long. */
export function readStart({ after, before }: PageInput): PageStart {
  const text = after ?? before
  const [, place = '', rest = ''] = /^(\d{1,9})-(.+)$/.exec(text ?? '') ?? []
  const cursor = findCursor(rest)
  if (!cursor) return { cursor: undefined, isBackwards: false, place: 1 }
  return { cursor, isBackwards: after === undefined, place: Number(place) }
}

/** Of a list whose newest come first: what follows the start, and in which order it is read. Columns are created_at and id of `table`. */
export function walkFrom(table: string, { cursor, isBackwards }: PageStart) {
  const [at, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)]
  const sign = isBackwards ? sql`>` : sql`<`
  const order = isBackwards ? sql`${at}, ${id}` : sql`${at} desc, ${id} desc`
  const micros: RawBuilder<number> = sql`(extract(epoch from ${at}) * 1000000)::bigint`
  const conditions = cursor
    ? [
        sql`(${at}, ${id}) ${sign} (timestamptz 'epoch' + ${cursor.micros}::bigint * interval '1 microsecond', ${cursor.id}::uuid)`,
      ]
    : []
  return { conditions, order, micros }
}

/** The rows of a page that was read with one more than `limit`, newest first, and how to go on both ways. */
export function pageOf<Row extends PlacedRow>(rows: readonly Row[], start: PageStart, limit: number) {
  const { cursor, isBackwards, place } = start
  const isMore = rows.length > limit
  const kept = rows.slice(0, limit)
  const shown = isBackwards ? kept.toReversed() : kept
  // Whoever is back at the start counts from one again, whatever came in meanwhile.
  const from = !isBackwards ? place : isMore ? Math.max(1, place - limit) : 1
  const [first, last] = [shown[0], shown.at(-1)]
  const isStart = isBackwards ? !isMore : cursor === undefined
  const isEnd = !isBackwards && !isMore
  return {
    shown,
    from: first ? from : 0,
    previousCursor: first && !isStart ? `${from}-${writeCursor(first)}` : null,
    nextCursor: last && !isEnd ? `${from + shown.length}-${writeCursor(last)}` : null,
  }
}
