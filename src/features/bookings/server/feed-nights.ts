import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { FeedNight } from './feed-text'

const MOST = 1000

type NightRow = Omit<FeedNight, 'side'> & { is_dj: boolean }

/** Nights of one person as a calendar writes them, by date. `only` narrows `bookings`, whose columns it names bare. */
export async function listFeedNights(
  db: Database,
  userId: string,
  only: RawBuilder<boolean>,
): Promise<FeedNight[]> {
  const { rows } = await sql<NightRow>`
    select b.id, b.booking_number as number, coalesce(e.title, b.event_type) as title, b.location, b.status,
      b.event_date as "startsAt", b.ends_at as "endsAt", b.steps, b.created_at as "createdAt", b.updated_at as "changedAt",
      b.dj_id is not distinct from ${userId}::uuid as is_dj, o.display_name as "otherName"
    from (
      select * from bookings where (client_id = ${userId}::uuid or dj_id = ${userId}::uuid) and ${only}
      order by event_date desc, id desc limit ${sql.lit(MOST)}
    ) b
    left join events e on e.id = b.event_id
    left join profiles o on o.id = case when b.dj_id = ${userId}::uuid then b.client_id else b.dj_id end
    order by b.event_date, b.id`.execute(db)
  return rows.map(({ is_dj, ...night }) => ({ ...night, side: is_dj ? 'dj' : 'client' }))
}
