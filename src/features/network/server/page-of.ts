import { type RawBuilder, sql } from 'kysely'
import { likePattern, searchWords } from '~/lib/search-words'
import { findCursor, writeCursor } from '~/lib/time-cursor'

export interface PageInput {
  after?: string | undefined
  limit: number
}

/** `(at, id)` of the last row before this page, for a list in order of time; undefined on the first. */
export function cursorOf(after: string | undefined): RawBuilder<unknown> | undefined {
  const cursor = after === undefined ? undefined : findCursor(after)
  return (
    cursor &&
    sql`(timestamptz 'epoch' + ${cursor.micros}::bigint * interval '1 microsecond', ${cursor.id}::uuid)`
  )
}

/** Cuts off the one row that was read too many, and says where the next page starts. `place` is a time in microseconds, or a rank. */
export function pageOf<Row extends { place: number }>(
  rows: readonly Row[],
  { limit, idOf }: { limit: number; idOf: (row: Row) => string },
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { shown, nextCursor: last ? writeCursor({ micros: last.place, id: idOf(last) }) : null }
}

/** One condition for each word that must occur in the text. */
export function containsWords(text: RawBuilder<unknown>, q: string | undefined): RawBuilder<boolean>[] {
  return searchWords(q ?? '').map((word) => sql<boolean>`${text} like ${likePattern(word)}`)
}

/** A moment as a place in a list, as exact as the database keeps it. */
export function microsOf(moment: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${moment}) * 1000000)::bigint`
}
