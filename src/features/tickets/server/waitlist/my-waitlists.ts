import { sql } from 'kysely'
import { signedIn } from '~/platform/rpc/context'
import type { WaitlistEntry } from '../../contract-waitlist'
import type { Context } from '../context'
import { waitlistPosition } from './waitlist-place'

interface Row {
  id: string
  quantity: number
  position: number | null
  orderId: string | null
  ticketTypeId: string
  ticketTypeName: string
  line: number
  event_id: string
  title: string
  event_date: Date
  timezone: string
  venue_name: string
  location: string
  featured_image_url: string | null
  event_type: string
  offered: number | null
  subtotal_cents: number | null
  fee_basis_points: number | null
  fee_cents: number | null
  total_cents: number | null
  offered_at: Date | null
  expires_at: Date | null
}

/** Returns the caller's waitlists and offers: offers first, the next to expire on top, then by event date. */
export async function listMyWaitlists({
  caller,
  db,
}: Pick<Context, 'caller' | 'db'>): Promise<WaitlistEntry[]> {
  const { rows } = await sql<Row>`
    select w.id, w.quantity, ${waitlistPosition} as position, w.order_id as "orderId",
      t.id as "ticketTypeId", t.name as "ticketTypeName", t.waiting as line,
      e.id as event_id, e.title, e.event_date, e.timezone, e.venue_name, e.location, e.featured_image_url, e.event_type,
      i.quantity as offered, o.subtotal_cents, o.fee_basis_points, o.fee_cents, o.total_cents, w.offered_at, o.expires_at
    from waitlist_entries w join ticket_types t on t.id = w.ticket_type_id join events e on e.id = t.event_id
      left join orders o on o.id = w.order_id and w.status = 'offered' and o.status = 'reserved'
      left join order_items i on i.order_id = o.id and i.ticket_type_id = t.id
    where w.customer_id = ${signedIn({ caller }).id}::uuid and (w.status = 'waiting' or w.status = 'offered' and o.id is not null)
    order by w.status, o.expires_at, e.event_date, w.id limit 100`.execute(db)
  return rows.map(toEntry)
}

function toEntry(row: Row): WaitlistEntry {
  return {
    id: row.id,
    quantity: row.quantity,
    position: row.position,
    orderId: row.orderId,
    ticketTypeId: row.ticketTypeId,
    ticketTypeName: row.ticketTypeName,
    waiting: row.line,
    event: {
      id: row.event_id,
      title: row.title,
      startsAt: row.event_date.toISOString(),
      timezone: row.timezone,
      venueName: row.venue_name,
      location: row.location,
      imageUrl: row.featured_image_url,
      eventType: row.event_type,
    },
    offer: toOffer(row),
  }
}

function toOffer(row: Row): WaitlistEntry['offer'] {
  const {
    orderId,
    offered,
    subtotal_cents,
    fee_basis_points,
    fee_cents,
    total_cents,
    offered_at,
    expires_at,
  } = row
  if (orderId === null || offered === null || offered_at === null || expires_at === null) return null
  return {
    orderId,
    quantity: offered,
    subtotalCents: subtotal_cents ?? 0,
    feeBasisPoints: fee_basis_points ?? 0,
    feeCents: fee_cents ?? 0,
    totalCents: total_cents ?? 0,
    offeredAt: offered_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  }
}
