import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import { endHolds } from '~/features/orders/server/public'
import { notifyHolderJob, type NotifyHolder } from './notify-holders'

/**
 * Handles orders that were created or confirmed while a cancellation was committed: ends their holds, and enqueues the
 * notification and refund of paid ones. Returns the number of buyers.
 */
export async function endOrdersAfterCancellation(
  db: Database,
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>,
): Promise<number> {
  const { rows: events } = await sql<{ id: string }>`
    select e.id from events e where e.event_status = 'cancelled' and e.status_changed_at > now() - interval '3 days'
      and exists (select from orders o where o.event_id = e.id and (o.status = 'reserved'
        or (o.status = 'confirmed' and o.confirmed_at >= e.status_changed_at)))`.execute(db)
  let late = 0
  for (const { id } of events)
    late += await db.transaction().execute(async (trx) => {
      await endHolds(trx, { eventId: id })
      const { rows } = await sql<{ id: string; notified_state: NotifyHolder['was'] }>`
        select o.id, e.notified_state from orders o join events e on e.id = o.event_id
        where e.id = ${id} and o.status = 'confirmed' and o.confirmed_at >= e.status_changed_at and e.notified_state ->> 'status' = 'cancelled'
        order by o.id`.execute(trx)
      for (const order of rows)
        await jobs.enqueue(
          trx,
          notifyHolderJob,
          {
            eventId: id,
            kind: 'cancelled',
            was: order.notified_state,
            orderId: order.id,
          } satisfies NotifyHolder,
          { singletonKey: order.id },
        )
      return rows.length
    })
  return late
}
