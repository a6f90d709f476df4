import { sql } from 'kysely'
import type { Context } from './context'

/**
 * Returns the available tickets of each type of a public event; undefined when there is no such event. A type with
 * customers on its waitlist has none available, because released tickets are offered to them first. Hidden types are
 * left out.
 */
export async function findAvailability(
  { db, now }: Pick<Context, 'db' | 'now'>,
  eventId: string,
): Promise<{ types: { id: string; remaining: number; isOnSale: boolean }[] } | undefined> {
  const { rows } = await sql<{ id: string | null; remaining: number; is_on_sale: boolean }>`
    select t.id, case when t.waiting > 0 then 0 else t.quantity_total - t.quantity_sold - t.quantity_held end as remaining,
      e.event_status = 'published' and coalesce(e.ends_at, e.event_date) > ${now()}
        and coalesce(t.sale_starts_at <= ${now()}, true) and coalesce(t.sale_ends_at > ${now()}, true) as is_on_sale
    from events e left join ticket_types t on t.event_id = e.id and t.access_code is null
    where e.id = ${eventId} and e.is_public and e.event_status <> 'draft'
    order by t.sort_order, t.id
  `.execute(db)
  if (rows.length === 0) return undefined
  const types = rows.flatMap(({ id, remaining, is_on_sale: isOnSale }) =>
    id === null ? [] : [{ id, remaining, isOnSale }],
  )
  return { types }
}
