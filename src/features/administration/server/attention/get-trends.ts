import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { refundedCents } from '~/features/ticketing/server/public'
import { isZone } from '~/lib/time'
import type { Trends } from '../../contract-attention'

const DAYS = 30

/** Sign-ups and sales by calendar day of a zone; an unknown zone counts as UTC. */
export async function getTrends(
  db: Database,
  { timezone, now }: { timezone: string; now: Date },
): Promise<Trends> {
  const zone = isZone(timezone) ? timezone : 'UTC'
  const { rows } = await sql<Trends['days'][number]>`
    with today as (select (${now}::timestamptz at time zone ${zone})::date as day),
      span as (select (day - ${DAYS - 1}::int)::timestamp at time zone ${zone} as since from today),
      people as (
        select (created_at at time zone ${zone})::date as day, count(*) as "signUps"
        from profiles, span where created_at >= since group by 1),
      sold as (
        select (o.confirmed_at at time zone ${zone})::date as day, sum(o.total_cents - i.back) as "paidCents", sum(i.tickets) as tickets
        from span, orders o,
          lateral (
            select sum(quantity - quantity_refunded) as tickets, case when sum(refunded_cents) > 0 then ${refundedCents(sql`o.id`)} else 0 end as back
            from order_items where order_id = o.id) i
        where o.status = 'confirmed' and o.confirmed_at >= since group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce("signUps", 0) as "signUps",
      coalesce(tickets, 0)::bigint as tickets, coalesce("paidCents", 0)::bigint as "paidCents"
    from today, lateral (select (today.day - back)::date as day from generate_series(0, ${DAYS - 1}::int) back) d
      left join people on people.day = d.day left join sold on sold.day = d.day
    order by d.day`.execute(db)
  return { days: rows }
}
