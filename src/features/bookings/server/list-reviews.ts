import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { findCursor, writeCursor } from '~/lib/time-cursor'
import type { PublicReview } from '../contract-shapes'
import { toPerson } from './booking-row'

interface ReviewRow {
  id: string
  rating: number
  body: string
  published_at: Date
  published_us: number
  event_type: string
  location: string
  author: { id: string | null; name: string | null; avatarUrl: string | null; isDj: boolean | null }
}
interface Reviews {
  rating: number | null
  count: number
  reviews: PublicReview[]
  nextCursor: string | null
}

const NOBODY: Reviews = { rating: null, count: 0, reviews: [], nextCursor: null }

// Of a DJ, what was said about their sets: the same ones that Discover takes the mean of.
const received = (id: string, callerId: string | null) => sql`
  reviews r join bookings b on b.id = r.booking_id join profiles p on p.id = r.subject_id
  where r.subject_id = ${id}::uuid and r.published_at is not null and p.is_public and not is_suspended(p.id)
    and (r.is_of_dj or not p.is_dj)
    and (${callerId}::uuid is null or not is_blocked_between(p.id, ${callerId}::uuid))`

/**
 * What was published about somebody with a public page, newest first; nothing of anybody else. Who wrote it is named unless
 * they hide, or a block stands between them and the reader.
 */
export async function listReviews(
  db: Database,
  { id, after, limit }: { id: string; after?: string | undefined; limit: number },
  callerId: string | null,
): Promise<Reviews> {
  if (!isId(id)) return NOBODY
  const cursor = after === undefined ? undefined : findCursor(after)
  const beyond = cursor
    ? sql`and (r.published_at, r.id) < (timestamptz 'epoch' + ${cursor.micros}::bigint * interval '1 microsecond', ${cursor.id}::uuid)`
    : sql``
  const [totals, page] = await Promise.all([
    sql<{ rating: number | null; count: number }>`
      select round(avg(r.rating), 1)::float8 as rating, count(*) as count from ${received(id, callerId)}`.execute(
      db,
    ),
    sql<ReviewRow>`
      select r.*, (extract(epoch from r.published_at) * 1000000)::bigint as published_us,
        json_build_object('id', a.id, 'name', a.display_name, 'avatarUrl', a.avatar_url, 'isDj', a.is_dj) as author
      from (
        select r.id, r.rating, r.body, r.published_at, r.author_id, b.event_type, b.location
        from ${received(id, callerId)} ${beyond} order by r.published_at desc, r.id desc limit ${sql.lit(limit + 1)}
      ) r left join profiles a on a.id = r.author_id and a.is_public
        and (${callerId}::uuid is null or not is_blocked_between(a.id, ${callerId}::uuid))
      order by r.published_at desc, r.id desc`.execute(db),
  ])
  const shown = page.rows.slice(0, limit)
  const last = page.rows.length > limit ? shown.at(-1) : undefined
  return {
    rating: totals.rows[0]?.rating ?? null,
    count: totals.rows[0]?.count ?? 0,
    reviews: shown.map((row) => ({
      id: row.id,
      rating: row.rating,
      body: row.body,
      at: row.published_at.toISOString(),
      author: toPerson(row.author),
      eventType: row.event_type,
      location: row.location,
    })),
    nextCursor: last ? writeCursor({ micros: last.published_us, id: last.id }) : null,
  }
}
