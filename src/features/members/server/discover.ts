import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { toEpochMicros } from '~/database/time-page-clauses'
import { readTimePage } from '~/lib/list-page'
import { splitSearchWords } from '~/lib/search-words'
import type { DjCard } from '../contract-shapes'
import type { Genre } from '../rules/genre'
import { toSearchWord } from '~/lib/search-word'
import { type DjRow, djColumns, toDjCard } from './dj-row'
import { findDjs, findSimilarDjs } from './search-djs'
import type { Viewer } from './viewer'

type DiscoverInput = {
  q?: string | undefined
  genre?: Genre | undefined
  after?: string | undefined
  limit: number
}

/**
 * D-01, D-02: returns a page of DJs, with figures computed for this page only. A search without a match returns one
 * page of similar DJs instead.
 */
export async function listDjs(
  db: Database | Transaction,
  { q, genre, after, limit }: DiscoverInput,
  viewer: Pick<Viewer, 'id'>,
): Promise<{ djs: DjCard[]; nextCursor: string | null; isSimilar: boolean }> {
  const terms = splitSearchWords(q ?? '').map(toSearchWord)
  const read = (found: RawBuilder<{ id: string }>) =>
    sql<DjRow & { micros: number }>`
      select ${djColumns}, ${toEpochMicros(sql`p.created_at`)} as micros
      from (${found}) found join profiles p on p.id = found.id
      order by found.created_at, found.id`.execute(db)
  let isSimilar = false
  const { shown, nextCursor } = await readTimePage({ after }, limit, async ({ row }, most) => {
    const search = { terms, genre, after: row, viewerId: viewer.id, rows: most }
    const { rows } = await read(findDjs(search))
    if (rows.length > 0 || terms.length === 0 || after !== undefined) return rows
    const similar = await read(findSimilarDjs({ ...search, rows: limit }))
    isSimilar = similar.rows.length > 0
    return similar.rows
  })
  return { djs: shown.map(toDjCard), nextCursor, isSimilar }
}
