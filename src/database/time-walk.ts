import { type RawBuilder, sql } from 'kysely'
import type { PageStart } from '~/lib/list-page'
import type { ListPlace } from '~/lib/list-place'
import type { TimeCursor } from '~/lib/time-cursor'

export interface Walk {
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
  /** Of a row, for the cursor that goes on from it. */
  micros: RawBuilder<number>
}

/** Reads `table` in order of a moment, from the start on, as far as `conditions` hold. Newest first, unless `oldestFirst`. */
export function walkFrom(
  table: string,
  { row, isBackwards }: PageStart<ListPlace>,
  conditions: readonly RawBuilder<unknown>[],
  { moment = 'created_at', oldestFirst = false }: { moment?: string; oldestFirst?: boolean } = {},
): Walk {
  const [at, id] = [sql.ref(`${table}.${moment}`), sql.ref(`${table}.id`)]
  const isRising = oldestFirst !== isBackwards
  const from = row ? [sql`(${at}, ${id}) ${isRising ? sql`>` : sql`<`} ${rowAt(row)}`] : []
  const all = [...conditions, ...from]
  return {
    where: all.length === 0 ? sql`true` : sql`${sql.join(all, sql` and `)}`,
    order: isRising ? sql`${at}, ${id}` : sql`${at} desc, ${id} desc`,
    micros: microsOf(at),
  }
}

/** A moment in microseconds since 1970, as exact as the database keeps it. */
export function microsOf(moment: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${moment}) * 1000000)::bigint`
}

/** `(at, id)` of a row that was shown, to be compared with those of others. */
export function rowAt({ micros, id }: TimeCursor): RawBuilder<unknown> {
  return sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
}
