import { type RawBuilder, sql } from 'kysely'

/**
 * A query of ids (`person_id`): people who ran, hosted or played an announced night together with this person, and have nothing
 * to do with them in the network yet: the figure leads to suggestions, and whoever was asked or said no is none. Hidden and
 * blocked people are left out.
 */
export function onSharedBills(userId: string): RawBuilder<{ person_id: string }> {
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
    -- One by one, by id: the planner takes them for many more, and would read all profiles instead.
    cross join lateral (select from profiles p where p.id = people.person_id and p.is_public offset 0) shown`
}
