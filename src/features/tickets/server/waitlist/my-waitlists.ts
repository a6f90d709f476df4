import { sql } from 'kysely'
import type { z } from 'zod'
import { requireCaller } from '~/platform/rpc/context'
import type { waitlistEntry } from '../../contract-waitlist'
import type { Context } from '../context'
import { waitlistPosition } from './waitlist-place'

type Entry = z.input<typeof waitlistEntry>

/** Returns the caller's waitlists and offers: offers first, the next to expire on top, then by event date. */
export async function listMyWaitlists({ caller, db }: Pick<Context, 'caller' | 'db'>): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select w.id, w.quantity, ${waitlistPosition} as position, w.order_id as "orderId",
      t.id as "ticketTypeId", t.name as "ticketTypeName", t.waiting,
      json_build_object('id', e.id, 'title', e.title, 'startsAt', e.event_date, 'timezone', e.timezone, 'currency', e.currency,
        'venueName', e.venue_name, 'location', e.location, 'imageUrl', e.featured_image_url, 'eventType', e.event_type) as event,
      case when i.order_id is not null then json_build_object('orderId', o.id, 'quantity', i.quantity,
        'subtotalCents', o.subtotal_cents, 'tax', json_build_object('mode', o.tax_mode, 'ratePpm', o.tax_ppm),
        'addedTaxCents', o.added_tax_cents, 'feeBasisPoints', o.fee_basis_points, 'feeCents', o.fee_cents, 'feeTaxPpm', o.fee_tax_ppm,
        'totalCents', o.total_cents, 'offeredAt', w.offered_at, 'expiresAt', o.expires_at) end as offer
    from waitlist_entries w join ticket_types t on t.id = w.ticket_type_id join events e on e.id = t.event_id
      left join orders o on o.id = w.order_id and w.status = 'offered' and o.status = 'reserved'
      left join order_items i on i.order_id = o.id and i.ticket_type_id = t.id
    where w.customer_id = ${requireCaller({ caller }).id}::uuid and (w.status = 'waiting' or w.status = 'offered' and o.id is not null)
    order by w.status, o.expires_at, e.event_date, w.id limit 100`.execute(db)
  return rows
}
