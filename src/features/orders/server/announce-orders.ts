import { sql } from 'kysely'
import { enqueueWebhooks } from '~/database/enqueue-webhooks'
import type { Transaction } from '~/database/connect'

/** Announces orders to the webhooks of their organizers. Called when the outbox is dispatched, because it would slow down the sale itself. */
export function announceOrders(
  trx: Transaction,
  kind: 'order.confirmed' | 'order.refunded',
  orderIds: readonly string[],
): Promise<void> {
  return enqueueWebhooks(
    trx,
    kind,
    sql`
      select e.organizer_id as user_id, jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'eventId', o.event_id,
        'state', o.status, 'totalCents', o.total_cents, 'currency', o.currency, 'confirmedAt', iso_moment(o.confirmed_at)) as data
      from orders o join events e on e.id = o.event_id where o.id = any (${[...orderIds]}::uuid[])`,
  )
}
