import { type RawBuilder, sql } from 'kysely'
import type { TimeKey } from '~/lib/cursor'
import type { PageStart } from '~/lib/list-page'

export interface TimeOrder {
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
  /** The time of a row, for its cursor. */
  micros: RawBuilder<number>
}

/** Returns the SQL clauses for a page of `table` ordered by time where all `conditions` hold. Newest first, unless `oldestFirst`. */
export function createTimePageClauses(
  table: string,
  { row, isBackwards }: PageStart<TimeKey>,
  conditions: readonly RawBuilder<unknown>[],
  { moment = 'created_at', oldestFirst = false }: { moment?: string; oldestFirst?: boolean } = {},
): TimeOrder {
  const [at, id] = [sql.ref(`${table}.${moment}`), sql.ref(`${table}.id`)]
  const isRising = oldestFirst !== isBackwards
  const from = row ? [sql`(${at}, ${id}) ${isRising ? sql`>` : sql`<`} ${toRowTuple(row)}`] : []
  const all = [...conditions, ...from]
  return {
    where: all.length === 0 ? sql`true` : sql`${sql.join(all, sql` and `)}`,
    order: isRising ? sql`${at}, ${id}` : sql`${at} desc, ${id} desc`,
    micros: toEpochMicros(at),
  }
}

/** Returns a time in microseconds since 1970, as exact as the database stores it. */
export function toEpochMicros(moment: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${moment}) * 1000000)::bigint`
}

/** Returns `(moment, id)` of a row, for row comparisons. */
export function toRowTuple([micros, id]: TimeKey): RawBuilder<unknown> {
  return sql`(${toTimestamp(micros)}, ${id}::uuid)`
}

/** Reverses `toEpochMicros`. */
export function toTimestamp(micros: number): RawBuilder<unknown> {
  return sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
}
