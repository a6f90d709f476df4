import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { orderByTime } from '~/database/time-order'
import { isId } from '~/lib/ids'
import { readTimePage } from '~/lib/list-page'
import type { PublicReview } from '../contract-shapes'
import { toPerson } from './booking-row'

interface ReviewRow {
  id: string
  rating: number
  body: string
  published_at: Date
  micros: number
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

const NONE: Reviews = { rating: null, count: 0, reviews: [], nextCursor: null }

const tables = sql`reviews r join bookings b on b.id = r.booking_id join profiles p on p.id = r.subject_id`

// For a DJ: reviews of their sets, the same ones that Discover averages.
const isReceived = (id: string, callerId: string | null) => sql`
  r.subject_id = ${id}::uuid and r.published_at is not null and p.is_public and not is_suspended(p.id)
    and (r.is_of_dj or not p.is_dj)
    and (${callerId}::uuid is null or not is_blocked_between(p.id, ${callerId}::uuid))`

/**
 * Returns the published reviews of a person with a public page, newest first; an empty page for others. Authors are not
 * named if they hide their page, or if they and the reader have blocked each other.
 */
export async function listReviews(
  db: Database,
  { id, after, limit }: { id: string; after?: string | undefined; limit: number },
  callerId: string | null,
): Promise<Reviews> {
  if (!isId(id)) return NONE
  const received = isReceived(id, callerId)
  const [totals, { shown, nextCursor }] = await Promise.all([
    sql<{ rating: number | null; count: number }>`
      select round(avg(r.rating), 1)::float8 as rating, count(*) as count from ${tables} where ${received}`.execute(
      db,
    ),
    readTimePage({ after }, limit, async (start, most) => {
      const walk = orderByTime('r', start, [received], { moment: 'published_at' })
      const { rows } = await sql<ReviewRow>`
        select r.*, ${walk.micros} as micros,
          json_build_object('id', a.id, 'name', a.display_name, 'avatarUrl', a.avatar_url, 'isDj', a.is_dj) as author
        from (
          select r.id, r.rating, r.body, r.published_at, r.author_id, b.event_type, b.location
          from ${tables} where ${walk.where} order by ${walk.order} limit ${sql.lit(most)}
        ) r left join profiles a on a.id = r.author_id and a.is_public
          and (${callerId}::uuid is null or not is_blocked_between(a.id, ${callerId}::uuid))
        order by ${walk.order}`.execute(db)
      return rows
    }),
  ])
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
    nextCursor,
  }
}
