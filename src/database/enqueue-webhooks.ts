import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from './connect'

/** The kinds of webhook messages that features announce. `announce_check_in.sql` announces `ticket.checked_in`. */
type AnnouncedKind =
  | 'event.published'
  | 'event.changed'
  | 'event.cancelled'
  | 'order.confirmed'
  | 'order.refunded'
  | 'booking.changed'

/**
 * Enqueues webhook messages about a change, in its transaction. `changes` is a query for rows of `user_id`, the person whose
 * endpoints get the message, and `data`: ids, state and times as jsonb, without names or addresses of people. Costs one
 * index probe per row when that person has no endpoint.
 */
export async function enqueueWebhooks(
  trx: Transaction,
  kind: AnnouncedKind,
  changes: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into webhook_deliveries (endpoint_id, kind, payload)
    select w.id, ${kind}, x.data from (${changes}) x join webhook_endpoints w on w.user_id = x.user_id
    where w.disabled_at is null and ${kind} = any (w.kinds)`.execute(trx)
}
