import { sql } from 'kysely'
import type { z } from 'zod'
import { isId } from '~/lib/ids'
import type { waitlistStatus } from '../../contract-waitlist'
import type { Context } from '../context'
import { waitlistPosition } from './waitlist-place'

type Status = z.input<typeof waitlistStatus>

/**
 * Returns for each public ticket type: the size of its waitlist, whether it can be joined, and the caller's own place.
 * Empty for events that are not public.
 */
export async function findWaitlistStatus(
  { caller, db, now }: Pick<Context, 'caller' | 'db' | 'now'>,
  eventId: string,
): Promise<Status[]> {
  if (!isId(eventId)) return []
  const { rows } = await sql<Status>`
    select t.id as "ticketTypeId", t.waiting,
      e.event_status = 'published' and coalesce(e.ends_at, e.event_date) > ${now()}::timestamptz
        and coalesce(t.sale_starts_at <= ${now()}::timestamptz, true) and coalesce(t.sale_ends_at > ${now()}::timestamptz, true)
        and t.quantity_total > 0
        and (t.waiting > 0 or t.quantity_sold + t.quantity_held >= t.quantity_total) as "canJoin",
      t.waiting = 0 and t.quantity_sold < t.quantity_total
        and t.quantity_sold + t.quantity_held >= t.quantity_total as "isAllHeld",
      (select json_build_object('id', w.id, 'quantity', w.quantity, 'position', ${waitlistPosition}, 'orderId', w.order_id)
        from waitlist_entries w
        where w.ticket_type_id = t.id and w.customer_id = ${caller?.id ?? null}::uuid and w.status in ('waiting', 'offered')) as "ownPlace"
    from ticket_types t join events e on e.id = t.event_id
    where t.event_id = ${eventId}::uuid and t.access_code is null and e.is_public
      and e.event_status in ('published', 'postponed', 'cancelled')
    order by t.sort_order, t.id`.execute(db)
  return rows
}
