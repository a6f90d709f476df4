import { sql } from 'kysely'
import { settleNotifications } from '~/features/notifications/server/public'
import { REVIEW_DAYS } from '../rules/booking-limits'
import type { BookingServices } from './context'
import { refreshBrowsers } from './notify-parties'

const BATCH = 200
/** How many days after its review period a booking is still found. Must be longer than any downtime of this job. */
const LOOK_BACK_DAYS = 30

/**
 * Settles the notifications that ask for a review, once the review period is over. Returns the number of bookings.
 */
export async function settleReviewRequests({
  db,
  live,
  now,
}: Pick<BookingServices, 'db' | 'live'> & { now: () => Date }): Promise<number> {
  const over = new Date(now().getTime() - REVIEW_DAYS * 86_400_000)
  const { rows } = await sql<{ id: string; client_id: string | null; dj_id: string | null }>`
    select b.id, b.client_id, b.dj_id from bookings b
    where b.status = 'completed' and b.ends_at <= ${over}::timestamptz
      and b.ends_at > ${over}::timestamptz - ${LOOK_BACK_DAYS} * interval '1 day'
      and exists (select from notifications n
        where n.subject_id = b.id and n.kind = 'booking_completed' and n.settled_at is null)
    order by b.id limit ${sql.lit(BATCH)}`.execute(db)
  for (const { id } of rows)
    await db
      .transaction()
      .execute((trx) => settleNotifications(trx, { subjectId: id, kinds: ['booking_completed'] }))
  refreshBrowsers(
    live,
    rows.flatMap(({ client_id, dj_id }) => [client_id, dj_id]),
  )
  return rows.length
}
