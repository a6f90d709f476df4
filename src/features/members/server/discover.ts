import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { searchWords } from '~/lib/search-words'
import { findCursor, writeCursor } from '~/lib/time-cursor'
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
 * D-01, D-02: returns a page of DJs. Figures are counted for these DJs only. A search without a match returns one page of
 * DJs with similar words instead.
 */
export async function discoverDjs(
  db: Database | Transaction,
  { q, genre, after, limit }: DiscoverInput,
  viewer: Pick<Viewer, 'id'>,
): Promise<{ djs: DjCard[]; nextCursor: string | null; isSimilar: boolean }> {
  const search = {
    words: searchWords(q ?? '').map(toSearchWord),
    genre,
    after: after === undefined ? undefined : findCursor(after),
    viewerId: viewer.id,
    rows: limit + 1,
  }
  const read = (found: RawBuilder<{ id: string }>) =>
    sql<DjRow & { joined_at_micros: number }>`
      select ${djColumns}, (extract(epoch from p.created_at) * 1000000)::bigint as joined_at_micros
      from (${found}) found join profiles p on p.id = found.id
      order by found.created_at, found.id`.execute(db)
  const exact = await read(findDjs(search))
  const isMisspelled = exact.rows.length === 0 && search.words.length > 0 && after === undefined
  const { rows } = isMisspelled ? await read(findSimilarDjs({ ...search, rows: limit })) : exact
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    djs: shown.map(toDjCard),
    nextCursor: last ? writeCursor({ micros: last.joined_at_micros, id: last.id }) : null,
    isSimilar: isMisspelled && rows.length > 0,
  }
}
