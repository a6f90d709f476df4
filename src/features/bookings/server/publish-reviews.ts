import { sql } from 'kysely'
import { notify } from '~/features/notifications/server/public'
import { REVIEW_DAYS } from '../rules/booking-limits'
import type { BookingServices } from './context'
import { refreshBrowsers } from './notify-parties'

const BATCH = 100

interface Published {
  booking_id: string
  author_id: string | null
  subject_id: string
  rating: number
  title: string
}

/**
 * Publishes reviews whose review period is over, although the other side wrote none. Returns the number of published
 * reviews.
 */
export async function publishReviews({
  db,
  jobs,
  live,
  now: clock,
}: BookingServices & { now: () => Date }): Promise<number> {
  let total = 0
  for (;;) {
    const now = clock()
    const rows = await db.transaction().execute(async (trx) => {
      // Lock the booking, as writing a review does. Otherwise this job and a newly written review could both publish
      // the same review.
      const published = await sql<Published>`
        with due as (
          select r.id, coalesce(e.title, b.event_type) as title
          from reviews r join bookings b on b.id = r.booking_id left join events e on e.id = b.event_id
          where r.published_at is null and b.ends_at <= ${now}::timestamptz - ${REVIEW_DAYS} * interval '1 day'
          order by r.id limit ${sql.lit(BATCH)} for update of b, r skip locked
        )
        update reviews r set published_at = ${now}::timestamptz from due where due.id = r.id
        returning r.booking_id, r.author_id, r.subject_id, r.rating, due.title`.execute(trx)
      await notify(
        trx,
        jobs,
        published.rows.map(({ booking_id, author_id, subject_id, rating, title }) => ({
          userId: subject_id,
          kind: 'review_published',
          actorId: author_id,
          subjectId: booking_id,
          facts: { title, rating },
        })),
      )
      return published.rows
    })
    refreshBrowsers(
      live,
      rows.flatMap(({ author_id, subject_id }) => [author_id, subject_id]),
    )
    total += rows.length
    if (rows.length < BATCH) return total
  }
}
