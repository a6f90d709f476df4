import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import { likePattern, searchWords } from '~/lib/search-words'
import { findCursor, writeCursor } from '~/lib/time-cursor'
import type { DjCard } from '../contract-shapes'
import type { Genre } from '../rules/genre'
import { type DjRow, djColumns, toDjCard } from './dj-row'
import type { Viewer } from './viewer'

type DiscoverInput = {
  q?: string | undefined
  genre?: Genre | undefined
  after?: string | undefined
  limit: number
}

/** D-01, D-02: a page of DJs. Figures are counted for the shown ones only. */
export async function discoverDjs(
  db: Database,
  { q, genre, after, limit }: DiscoverInput,
  viewer: Viewer,
): Promise<{ djs: DjCard[]; nextCursor: string | null }> {
  const cursor = after === undefined ? undefined : findCursor(after)
  const conditions: RawBuilder<unknown>[] = [sql`p.is_public and p.is_dj`]
  for (const word of searchWords(q ?? '')) conditions.push(sql`p.search_text like ${likePattern(word)}`)
  if (genre) conditions.push(sql`${genre}::text = any(p.genres)`)
  if (viewer.id !== null) conditions.push(sql`not is_blocked_between(${viewer.id}::uuid, p.id)`)
  if (cursor)
    conditions.push(
      sql`(p.created_at, p.id) > (timestamptz 'epoch' + ${cursor.micros}::bigint * interval '1 microsecond', ${cursor.id}::uuid)`,
    )
  const { rows } = await sql<DjRow & { joined_at_micros: number }>`
    select ${djColumns}, (extract(epoch from p.created_at) * 1000000)::bigint as joined_at_micros
    from (
      select p.* from profiles p where ${sql.join(conditions, sql` and `)}
      order by p.created_at, p.id limit ${sql.lit(limit + 1)}
    ) p
    order by p.created_at, p.id`.execute(db)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    djs: shown.map(toDjCard),
    nextCursor: last ? writeCursor({ micros: last.joined_at_micros, id: last.id }) : null,
  }
}
