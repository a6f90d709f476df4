import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Activity } from '../contract-shapes'

type ActivityRow = {
  kind: Activity['kind']
  at: Date
  person_id: string | null
  is_own: boolean
  step: Activity['step']
  title: string | null
  subject_id: string | null
  amount: number | null
  currency: Activity['currency']
  person_name: string | null
  person_avatar_url: string | null
  is_dj: boolean | null
  is_public: boolean | null
}

const SHOWN = 10
// Events may sell tickets every day, so sales entries are limited to leave room for other activity.
const MAX_SALES = 3
// Reads ticket sales for at most this many of a person’s events, in date order, starting with those of last week.
const EVENTS_ON_SALE = 20

/** M-04: returns the ten newest activities around a person. */
export async function listActivity(db: Database, userId: string, now: Date): Promise<Activity[]> {
  const me = sql`${userId}::uuid`
  const sources = [
    { source: selectConnections(me), most: SHOWN },
    { source: selectBookingSteps(me), most: SHOWN },
    { source: selectReviews(me), most: SHOWN },
    { source: selectTicketSales(me, now), most: MAX_SALES },
  ]
  const { rows } = await sql<ActivityRow>`
    select a.*, p.display_name as person_name, p.avatar_url as person_avatar_url, p.is_dj, p.is_public
    from (${sql.join(
      sources.map(
        ({ source, most }) => sql`(
          select * from (${source}) x (kind, at, person_id, is_own, step, title, subject_id, amount, currency)
          where x.person_id is null or not is_blocked_between(${me}, x.person_id)
          order by at desc limit ${sql.lit(most)})`,
      ),
      sql` union all `,
    )}) a
    left join profiles p on p.id = a.person_id
    order by a.at desc, a.kind limit ${sql.lit(SHOWN)}`.execute(db)
  return rows.map(toActivity)
}

/**
 * A query that returns activities, with the columns kind, at, person_id, is_own, step, title, subject_id, amount and
 * currency.
 */
type Source = RawBuilder<unknown>

function selectConnections(me: RawBuilder<unknown>): Source {
  return sql`
    select 'connected' as kind, c.answered_at as at,
      case when c.user_id = ${me} then c.connected_user_id else c.user_id end as person_id,
      c.connected_user_id = ${me} as is_own, null as step, null as title, null::uuid as subject_id, null::bigint as amount, null as currency
    from connections c where ${me} in (c.user_id, c.connected_user_id) and c.status = 'accepted'`
}

function selectBookingSteps(me: RawBuilder<unknown>): Source {
  return sql`
    select case s.kind when 'accept' then 'booking_confirmed' when 'complete' then 'booking_completed' else 'booking_step' end,
      s.created_at as at, case when b.client_id = ${me} then b.dj_id else b.client_id end,
      s.actor_id is not distinct from ${me}, case when s.kind not in ('accept', 'complete') then s.kind end,
      coalesce(e.title, b.event_type), b.id,
      case when s.kind in ('request', 'offer', 'propose_fee', 'accept_fee') then (s.terms ->> 'fee_cents')::bigint
        when s.kind = 'pay' then (s.terms -> 'payment' ->> 'cents')::bigint
        when s.kind = 'accept' then b.fee_cents end, b.currency
    from bookings b join booking_steps s on s.booking_id = b.id left join events e on e.id = b.event_id
    where ${me} in (b.client_id, b.dj_id)`
}

function selectReviews(me: RawBuilder<unknown>): Source {
  return sql`
    select 'review', r.published_at as at, r.author_id, false, null, coalesce(e.title, b.event_type), b.id, r.rating, null
    from reviews r join bookings b on b.id = r.booking_id left join events e on e.id = b.event_id
    where r.subject_id = ${me} and r.published_at is not null`
}

/** Returns one sales entry per event and day, in the venue’s time zone. */
function selectTicketSales(me: RawBuilder<unknown>, now: Date): Source {
  const since = sql`${now}::timestamptz - interval '7 days'`
  const selectEvents = (column: 'organizer_id' | 'dj_id') => sql`(
    select id from events where ${sql.ref(column)} = ${me} and event_date >= ${since} order by event_date
    limit ${sql.lit(EVENTS_ON_SALE)})`
  return sql`
    select 'tickets_sold', max(t.created_at) as at, null::uuid, false, null, e.title, e.id, count(*), null
    from (${selectEvents('organizer_id')} union ${selectEvents('dj_id')}) found
    join events e on e.id = found.id join tickets t on t.event_id = e.id and t.status = 'valid'
    group by e.id, e.title, (t.created_at at time zone e.timezone)::date`
}

function toActivity(row: ActivityRow): Activity {
  const person = row.person_id !== null && row.person_name !== null
  return {
    kind: row.kind,
    at: row.at.toISOString(),
    person: person
      ? { id: row.person_id ?? '', name: row.person_name ?? '', avatarUrl: row.person_avatar_url }
      : null,
    isOwn: row.is_own,
    step: row.step,
    title: row.title,
    href: getActivityHref(row),
    amount: row.amount,
    currency: row.currency,
  }
}

function getActivityHref({ kind, subject_id: subject, ...person }: ActivityRow): string {
  if (kind === 'tickets_sold') return `/events/${subject}`
  if (kind !== 'connected') return `/dashboard/bookings/${subject}`
  if (person.is_public !== true) return '/dashboard/network'
  return person.is_dj === true ? `/dj/${person.person_id}` : `/dashboard/members/${person.person_id}`
}
