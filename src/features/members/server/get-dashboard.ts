import { sql, type RawBuilder } from 'kysely'
import type { Database } from '~/database/connect'
import type { z } from 'zod'
import type { dashboard } from '../contract-shapes'
import { MEMBER_TYPES } from '../rules/member-type'
import { getMonthSoFar, calculateTrend } from '../rules/view-trend'
import { upcomingColumns } from './person-events'

type DashboardFigures = z.input<typeof dashboard>
type NextEvent = NonNullable<DashboardFigures['nextEvent']>
type Figures = Omit<DashboardFigures, 'profileViewsTrend' | 'nextEvent'> & {
  viewsThisMonth: number
  viewsBefore: number
}

/** M-02, M-03, M-05: returns the dashboard figures and the next event that this person organizes or hosts. */
export async function getDashboard(db: Database, userId: string, now: Date): Promise<DashboardFigures> {
  const [figures, nextEvent] = await Promise.all([
    getFigures(db, userId, now),
    findNextEvent(db, userId, now),
  ])
  const { viewsThisMonth, viewsBefore, ...counts } = figures
  return {
    ...counts,
    profileViewsTrend: calculateTrend(viewsThisMonth, viewsBefore, now),
    memberTypes: MEMBER_TYPES.filter((type) => counts.memberTypes.includes(type)),
    nextEvent,
  }
}

async function getFigures(db: Database, userId: string, now: Date): Promise<Figures> {
  const me = sql`${userId}::uuid`
  const month = getMonthSoFar(now)
  const countViews = (from: string, to: string) =>
    sql`(select coalesce(sum(d.views), 0)::bigint from profile_view_days d
      where d.profile_id = ${me} and d.viewed_on between ${from}::date and ${to}::date)`
  const { rows } = await sql<Figures>`
    select
      count(*) filter (where c.status = 'accepted') as connections,
      count(*) filter (where c.status = 'accepted' and c.answered_at >= ${month.first}::timestamp at time zone 'UTC')
        as "connectionsThisMonth",
      count(*) filter (where c.status = 'pending' and c.connected_user_id = ${me}) as "requestsToAnswer",
      (select count(*) from bookings b where ${me} in (b.client_id, b.dj_id)) as bookings,
      (select count(*) from bookings b where b.awaiting_id = ${me}
        and (b.answer_by is null or b.answer_by > ${now}::timestamptz)) as "bookingsToAnswer",
      (select coalesce(sum(d.views), 0)::bigint from profile_view_days d where d.profile_id = ${me}) as "profileViews",
      ${countViews(month.first, month.today)} as "viewsThisMonth",
      ${countViews(month.firstBefore, month.sameDayBefore)} as "viewsBefore",
      (select count(*) from (${selectPeopleAtSameEvents(userId)}) shared) as "sharedBills",
      array(select t.member_type from user_member_types t where t.user_id = ${me}) as "memberTypes"
    from connections c where ${me} in (c.user_id, c.connected_user_id)`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('count query returned no row')
  return figures
}

async function findNextEvent(db: Database, userId: string, now: Date): Promise<NextEvent | null> {
  // Queries each column alone, by its own index; one condition over both columns would scan all events.
  const selectNearest = (column: 'organizer_id' | 'dj_id') => sql`(
    select id, event_date from events
    where ${sql.ref(column)} = ${userId}::uuid and is_public and event_status = 'published' and event_date >= ${now}::timestamptz
    order by event_date, id limit 1)`
  const { rows } = await sql<NextEvent>`
    select ${upcomingColumns}, e.currency, coalesce(t.sold, 0) as sold, coalesce(t.total, 0) as total,
      coalesce(t.revenue_cents, 0) as "revenueCents"
    from (
      select id from (${selectNearest('organizer_id')} union ${selectNearest('dj_id')}) near order by event_date, id limit 1
    ) near
    join events e on e.id = near.id
    left join lateral (
      select sum(y.quantity_sold)::bigint as sold, sum(y.quantity_total)::bigint as total,
        sum(y.revenue_cents)::bigint as revenue_cents
      from ticket_types y where y.event_id = e.id
    ) t on true`.execute(db)
  return rows[0] ?? null
}

/**
 * Returns a query for the ids (`person_id`) of people to suggest: they organized, hosted or played an announced event
 * with this person. Leaves out people who are connected, requested or declined in either direction, and hidden or
 * blocked people.
 */
export function selectPeopleAtSameEvents(userId: string): RawBuilder<{ person_id: string }> {
  const me = sql`${userId}::uuid`
  const isAnnounced = sql`event_status in ('published', 'postponed')`
  return sql`
    with bills as (
      select id, organizer_id, dj_id from events where organizer_id = ${me} and ${isAnnounced}
      union select id, organizer_id, dj_id from events where dj_id = ${me} and ${isAnnounced}
      union select e.id, e.organizer_id, e.dj_id from line_up_slots s join events e on e.id = s.event_id
        where s.dj_id = ${me} and e.${isAnnounced}
    ),
    people as (
      select organizer_id as person_id from bills
      union select dj_id from bills
      union select s.dj_id from line_up_slots s where s.event_id in (select id from bills)
      except (
        select ${me}
        union all select case when c.user_id = ${me} then c.connected_user_id else c.user_id end
          from connections c where ${me} in (c.user_id, c.connected_user_id)
        union all select case when b.blocker_id = ${me} then b.blocked_id else b.blocker_id end
          from blocks b where ${me} in (b.blocker_id, b.blocked_id)
      )
    )
    select people.person_id from people
    -- One lookup per id: the planner overestimates the rows and would scan all profiles.
    cross join lateral (select from profiles p where p.id = people.person_id and p.is_public offset 0) shown`
}
