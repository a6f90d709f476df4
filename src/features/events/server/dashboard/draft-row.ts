import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { Billing } from '../../rules/line-up-billing'
import type { Currency } from '~/lib/currency'
import type { TaxMode } from '~/lib/tax'
import type { EventType } from '../../rules/event-type'

export interface SlotRow {
  id: string
  name: string
  djId: string | null
  /** Whether the member `djId` has not answered the request yet. */
  isPending: boolean
  requestedBy: string | null
  avatarUrl: string | null
  /** The timestamps are text, because they come from JSON. */
  startsAt: string | null
  endsAt: string | null
  billing: Billing
  bookingId: string | null
  bookingStatus: 'pending' | 'confirmed' | 'completed' | 'cancelled' | null
}

/** Returns an event with everything that its editor shows, or undefined. Check first that the caller may edit it. */
export async function readDraft(db: Database | Transaction, id: string) {
  return db
    .selectFrom('events as e')
    .leftJoin('profiles as h', 'h.id', 'e.dj_id')
    .selectAll('e')
    .select(['h.id as host_id', 'h.display_name as host_name'])
    .select([
      sql<EventType>`e.event_type`.as('event_type'),
      sql<Currency>`e.currency`.as('currency'),
      sql<TaxMode>`e.tax_mode`.as('tax_mode'),
      sql<number>`(select coalesce(sum(quantity_total), 0)::int from ticket_types where event_id = e.id)`.as(
        'stock',
      ),
      sql<number>`(select coalesce(sum(quantity_sold + quantity_held), 0)::int from ticket_types where event_id = e.id)`.as(
        'sold_or_held',
      ),
      sql<boolean>`is_paid_out(e.id)`.as('is_paid_out'),
      hasOrders.as('has_orders'),
      sql<boolean>`exists (select from orders o where o.event_id = e.id)`.as('has_ticket_orders'),
      sql<boolean>`exists (select from bookings b where b.event_id = e.id)`.as('has_bookings'),
      lineUp.as('line_up'),
    ])
    .where('e.id', '=', id)
    .executeTakeFirst()
}
export type DraftRow = NonNullable<Awaited<ReturnType<typeof readDraft>>>

/**
 * True if event `e` has orders, or payments for its bookings. Orders and payments of every status count, because
 * buyers keep their receipts.
 */
export const hasOrders: Expression<SqlBool> & { as: ReturnType<typeof sql<boolean>>['as'] } =
  sql<boolean>`(exists (
  select from orders o where o.event_id = e.id) or exists (select from payments p where p.event_id = e.id))`

const lineUp = sql<SlotRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', s.id, 'name', s.name, 'djId', coalesce(s.dj_id, s.requested_id), 'isPending', s.requested_id is not null, 'requestedBy', s.requested_by, 'avatarUrl', p.avatar_url, 'startsAt', s.starts_at, 'endsAt', s.ends_at,
    'billing', s.billed_as, 'bookingId', s.booking_id, 'bookingStatus', b.status)
    order by s.billing, s.starts_at, s.id), '[]'::json)
  from line_up_slots s left join profiles p on p.id = coalesce(s.dj_id, s.requested_id) left join bookings b on b.id = s.booking_id
  where s.event_id = e.id)`
