import { type RawBuilder, sql } from 'kysely'
import { findPlace, type ListPlace, writePlace } from '../rules/list-place'

/** Where a page begins: behind a row, or before one. */
export interface PageStart {
  row: ListPlace | undefined
  /** Reads towards what the list begins with. */
  isBackwards: boolean
}

export function readStart({
  after,
  before,
}: {
  after?: string | undefined
  before?: string | undefined
}): PageStart {
  const text = after ?? before
  return {
    row: text === undefined ? undefined : findPlace(text),
    isBackwards: after === undefined && before !== undefined,
  }
}

export interface Walk {
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
  micros: RawBuilder<number>
}

/**
 * Reads `table` in order of a moment, from the start on, as far as `conditions` hold. Newest first, unless `oldestFirst`.
 */
export function walkFrom(
  table: string,
  { row, isBackwards }: PageStart,
  conditions: readonly RawBuilder<boolean>[],
  { moment = 'created_at', oldestFirst = false }: { moment?: string; oldestFirst?: boolean } = {},
): Walk {
  const [at, id] = [sql.ref(`${table}.${moment}`), sql.ref(`${table}.id`)]
  const isRising = oldestFirst !== isBackwards
  const from = row && [
    sql<boolean>`(${at}, ${id}) ${isRising ? sql`>` : sql`<`}
      (timestamptz 'epoch' + ${row.micros}::bigint * interval '1 microsecond', ${row.id}::uuid)`,
  ]
  return {
    where: sql`${sql.join([...conditions, ...(from ?? [])], sql` and `)}`,
    order: isRising ? sql`${at}, ${id}` : sql`${at} desc, ${id} desc`,
    micros: sql`(extract(epoch from ${at}) * 1000000)::bigint`,
  }
}

/** Of rows that were read one more than `limit`: the page in its order, the place of its first row, and how to go on both ways. */
export function pageOf<Row extends { id: string; micros: number }>(
  rows: readonly Row[],
  { row, isBackwards }: PageStart,
  limit: number,
) {
  const isMore = rows.length > limit
  const kept = rows.slice(0, limit)
  const shown = isBackwards ? kept.toReversed() : kept
  const isStart = isBackwards ? !isMore : row === undefined
  const [first, last] = [shown[0], shown.at(-1)]
  // Whoever is back at the start counts from one again, whatever came in meanwhile.
  const from = isStart ? 1 : isBackwards ? Math.max(1, (row?.n ?? 1) - kept.length) : (row?.n ?? 0) + 1
  const cursor = ({ id, micros }: Row, n: number) => writePlace({ id, micros, n })
  return {
    shown,
    from: first ? from : 0,
    previousCursor: first && !isStart ? cursor(first, from) : null,
    nextCursor: last && (isBackwards || isMore) ? cursor(last, from + shown.length - 1) : null,
  }
}
