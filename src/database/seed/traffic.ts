import { sql } from 'kysely'
import type { Transaction } from '../connect'

/**
 * Where visitors came from, day by day, from the day an event went on sale to the night itself or to `now`: so many views for each ticket
 * that was bought, more of them for a large room; and beside them the tickets as the orders say, less what went back. Chance comes out of the ids, so that it is the same every time.
 */
export async function seedTraffic(trx: Transaction, now: Date): Promise<void> {
  await sql`
    insert into event_traffic (event_id, day, source, views)
    select x.event_id, x.day, x.source, x.views from (
      select d.event_id, d.day, s.source,
        coalesce(b.tickets, 0) * (4 + d.luck % 7) + (d.luck * s.n % 17) * s.weight * d.capacity / 9000 as views
      from (
        select e.id as event_id, e.capacity, day::date as day,
          ('x' || substr(md5(e.id::text || (day::date - (${now}::timestamptz at time zone e.timezone)::date)), 1, 6))::bit(24)::integer as luck
        from events e, generate_series(
          (e.published_at at time zone e.timezone)::date,
          least((e.event_date at time zone e.timezone)::date, (${now}::timestamptz at time zone e.timezone)::date,
            case when e.event_status = 'cancelled' then (e.status_changed_at at time zone e.timezone)::date end),
          interval '1 day') as day
        where e.is_public and e.published_at is not null
      ) d cross join (
        values ('list', 3, 16), ('home', 5, 9), ('chat', 7, 5), ('profile', 11, 7), ('direct', 13, 12), ('elsewhere', 2, 8)
      ) s (source, n, weight)
      left join (
        select o.event_id, (o.confirmed_at at time zone e.timezone)::date as day, o.source, sum(i.quantity)::integer as tickets
        from orders o join events e on e.id = o.event_id join order_items i on i.order_id = o.id
        where o.confirmed_at is not null and o.source is not null group by 1, 2, 3
      ) b on b.event_id = d.event_id and b.day = d.day and b.source = s.source
    ) x where x.views > 0`.execute(trx)
  await sql`
    insert into event_traffic (event_id, day, source, tickets)
    select o.event_id, (o.confirmed_at at time zone e.timezone)::date, sale_source(o.source, o.is_offer, o.is_comp),
      sum(i.quantity - i.quantity_refunded)
    from orders o join events e on e.id = o.event_id join order_items i on i.order_id = o.id
    where o.confirmed_at is not null group by 1, 2, 3
    on conflict (event_id, day, source) do update set tickets = excluded.tickets`.execute(trx)
}
