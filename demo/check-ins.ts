import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '~/database/connect'

const EVENING = 'Basement Weather'

/** Derives a valid UUID (version 8, custom) from a text. */
const deriveId = (text: RawBuilder<unknown>) =>
  sql`overlay(overlay(md5(${text}) placing '8' from 13) placing 'a' from 17)::uuid`

/**
 * Inserts a scan for every checked-in ticket and guest. At one event, two tickets were each scanned by two phones
 * while the side entrance was offline. The later scan of each is listed as a duplicate and doesn't count.
 */
export async function seedCheckIns(trx: Transaction): Promise<void> {
  await sql`
    insert into check_ins (nonce, event_id, ticket_id, outcome, counted, shown_in, scanned_at, received_at, entrance, device_id, by_id)
    select ${deriveId(sql`k.id::text`)}, k.event_id, k.id, 'checked_in', 1, true, k.checked_in_at, k.checked_in_at,
      case when s.is_side then 'Side' else 'Front' end, ${deriveId(sql`k.event_id::text || s.is_side`)}, coalesce(p.person_id, e.organizer_id)
    from tickets k join events e on e.id = k.event_id
      cross join lateral (select e.title = ${EVENING} and right(md5(k.id::text), 1) < '6' as is_side) s
      left join event_people p on p.event_id = e.id and p.relation = 'check_in' and s.is_side
    where k.checked_in_at is not null`.execute(trx)
  await sql`
    insert into check_ins (nonce, event_id, guest_id, outcome, people, counted, shown_in, scanned_at, received_at, entrance, device_id, by_id)
    select ${deriveId(sql`g.id::text`)}, g.event_id, g.id, 'checked_in', g.arrived, g.arrived, true, g.arrived_at, g.arrived_at, 'Front',
      ${deriveId(sql`g.event_id::text || false`)}, e.organizer_id
    from guests g join events e on e.id = g.event_id where g.arrived > 0`.execute(trx)
  await sql`
    insert into check_in_quarters as q (event_id, quarter, guests)
    select event_id, date_bin('15 minutes', arrived_at, timestamptz 'epoch'), sum(arrived) from guests where arrived > 0 group by 1, 2
    on conflict (event_id, quarter) do update set guests = excluded.guests`.execute(trx)
  await sql`
    insert into check_ins (nonce, event_id, ticket_id, outcome, shown_in, scanned_at, received_at, was_offline, entrance, device_id, by_id, seen_at)
    select ${deriveId(sql`'again ' || c.nonce`)}, c.event_id, c.ticket_id, 'duplicate', true, c.scanned_at + interval '6 minutes',
      c.scanned_at + interval '23 minutes', true, 'Side', ${deriveId(sql`c.event_id::text || true`)}, c.person_id,
      case when c.n = 1 then c.scanned_at + interval '40 minutes' end
    from (
      select c.*, p.person_id, row_number() over (order by c.scanned_at, c.nonce) as n
      from check_ins c join events e on e.id = c.event_id join event_people p on p.event_id = e.id and p.relation = 'check_in'
      where e.title = ${EVENING} and c.entrance = 'Front' and c.ticket_id is not null
        and c.scanned_at > e.event_date + interval '50 minutes'
      order by c.scanned_at, c.nonce limit 2
    ) c`.execute(trx)
}
