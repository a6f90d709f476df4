import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { isId } from '~/lib/ids'
import { readTimePage } from '~/lib/list-page'
import type { publicReview } from '../contract-shapes'

type Review = z.input<typeof publicReview>
interface Reviews {
  rating: number | null
  count: number
  reviews: Review[]
  nextCursor: string | null
}

const NONE: Reviews = { rating: null, count: 0, reviews: [], nextCursor: null }

const tables = sql`reviews r join bookings b on b.id = r.booking_id join profiles p on p.id = r.subject_id`

// Published reviews that the person received. For a DJ, only reviews of their sets are included, as in the average
// rating in Discover.
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
    sql<Pick<Reviews, 'rating' | 'count'>>`
      select round(avg(r.rating), 1)::float8 as rating, count(*) as count from ${tables} where ${received}`.execute(
      db,
    ),
    readTimePage({ after }, limit, async (start, most) => {
      const walk = createTimePageClauses('r', start, [received], { moment: 'published_at' })
      const { rows } = await sql<Review & { micros: number }>`
        select r.id, r.rating, r.body, r.published_at as at, r.event_type as "eventType", r.location,
          ${walk.micros} as micros, case when a.id is not null then json_build_object(
            'id', a.id, 'name', a.display_name, 'avatarUrl', a.avatar_url, 'isDj', a.is_dj) end as author
        from (
          select r.id, r.rating, r.body, r.published_at, r.author_id, b.event_type, b.location
          from ${tables} where ${walk.where} order by ${walk.order} limit ${sql.lit(most)}
        ) r left join profiles a on a.id = r.author_id and a.is_public
          and (${callerId}::uuid is null or not is_blocked_between(a.id, ${callerId}::uuid))
        order by ${walk.order}`.execute(db)
      return rows
    }),
  ])
  return { ...NONE, ...totals.rows[0], reviews: shown, nextCursor }
}
