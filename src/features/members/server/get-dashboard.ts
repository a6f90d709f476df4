import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Dashboard } from '../contract-shapes'
import { toUpcoming, type UpcomingRow, upcomingColumns } from './upcoming-event'

type Figures = { connections: number; bookings: number; bookings_to_answer: number; profile_views: number }
type NextEventRow = UpcomingRow & { sold: number; total: number; revenue_cents: number }

/** M-02, and the next night that this person runs or hosts. */
export async function getDashboard(db: Database, userId: string, now: Date): Promise<Dashboard> {
  const [figures, next] = await Promise.all([readFigures(db, userId), findNextEvent(db, userId, now)])
  return {
    connections: figures.connections,
    bookings: figures.bookings,
    bookingsToAnswer: figures.bookings_to_answer,
    profileViews: figures.profile_views,
    nextEvent: next && {
      ...toUpcoming(next),
      sold: next.sold,
      total: next.total,
      revenueCents: next.revenue_cents,
    },
  }
}

async function readFigures(db: Database, userId: string): Promise<Figures> {
  // The last step of a pending booking says whose turn it is: whoever did not make it.
  const { rows } = await sql<Figures>`
    select
      (select count(*) from connections c
        where c.status = 'accepted' and ${userId}::uuid in (c.user_id, c.connected_user_id)) as connections,
      (select count(*) from bookings b where ${userId}::uuid in (b.client_id, b.dj_id)) as bookings,
      (select count(*) from bookings b
        cross join lateral (
          select s.actor_id from booking_steps s where s.booking_id = b.id order by s.created_at desc, s.id desc limit 1
        ) last
        where b.status = 'pending' and ${userId}::uuid in (b.client_id, b.dj_id) and last.actor_id <> ${userId}::uuid
      ) as bookings_to_answer,
      (select count(*) from profile_views v where v.profile_id = ${userId}::uuid) as profile_views`.execute(
    db,
  )
  return rows[0] ?? { connections: 0, bookings: 0, bookings_to_answer: 0, profile_views: 0 }
}

async function findNextEvent(db: Database, userId: string, now: Date): Promise<NextEventRow | null> {
  const { rows } = await sql<NextEventRow>`
    select ${upcomingColumns}, coalesce(t.sold, 0) as sold, coalesce(t.total, 0) as total,
      coalesce(t.revenue_cents, 0) as revenue_cents
    from (
      select e.* from events e
      where ${userId}::uuid in (e.organizer_id, e.dj_id) and e.is_public and e.event_status = 'published'
        and e.event_date >= ${now}::timestamptz
      order by e.event_date, e.id limit 1
    ) e
    left join lateral (
      select sum(y.quantity_sold)::bigint as sold, sum(y.quantity_total)::bigint as total,
        sum(y.quantity_sold::bigint * y.price_cents)::bigint as revenue_cents
      from ticket_types y where y.event_id = e.id
    ) t on true`.execute(db)
  return rows[0] ?? null
}
