import { type RawBuilder, sql } from 'kysely'

/**
 * A query of ids (`person_id`): people who ran, hosted or played a night together with this person, and are not yet connected
 * to them. Hidden and blocked people, and nights that are only a draft, are left out.
 */
export function onSharedBills(userId: string): RawBuilder<{ person_id: string }> {
  const me = sql`${userId}::uuid`
  return sql`
    with bills as (
      select id, organizer_id, dj_id from events where organizer_id = ${me} and event_status <> 'draft'
      union select id, organizer_id, dj_id from events where dj_id = ${me} and event_status <> 'draft'
      union select e.id, e.organizer_id, e.dj_id from line_up_slots s join events e on e.id = s.event_id
        where s.dj_id = ${me} and e.event_status <> 'draft'
    ),
    people as (
      select organizer_id as person_id from bills
      union select dj_id from bills
      union select s.dj_id from line_up_slots s where s.event_id in (select id from bills)
    )
    select p.id as person_id from people join profiles p on p.id = people.person_id
    where p.id <> ${me} and p.is_public and not are_connected(${me}, p.id) and not is_blocked_between(${me}, p.id)`
}
