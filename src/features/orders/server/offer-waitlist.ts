import { sql } from 'kysely'
import { WAITLIST_HOLD_MINUTES } from '~/features/notifications/rules/waitlist-hold'
import type { Jobs } from '~/platform/jobs/jobs'
import type { OrderServices } from './context'

/** Enqueued when tickets are offered to a waitlist entry; the handler notifies the customer. */
export const waitlistOfferedJob = 'waitlist.offered'
export interface WaitlistOffered {
  entryId: string
}

// One transaction locks the row of one ticket type and makes this many offers.
const PER_TYPE = 100

/**
 * Offers available tickets to the customers who have waited longest: each gets a held order, and a job notifies them. Each ticket type has
 * its own transaction, and several processes may run this at the same time. Returns the number of offers.
 */
export async function offerToWaitlist({
  db,
  jobs,
  payments,
  settings,
}: Pick<OrderServices, 'db' | 'payments' | 'settings'> & {
  jobs: Pick<Jobs, 'enqueueMany'>
}): Promise<number> {
  // Read without locks; each type is read again under its lock.
  const { rows: types } = await sql<{ id: string }>`
    select t.id from ticket_types t join events e on e.id = t.event_id
    where t.waiting > 0 and (
      t.quantity_total > t.quantity_sold + t.quantity_held or e.event_status = 'cancelled'
      or (e.event_status <> 'postponed'
        and (t.sale_ends_at <= clock_timestamp() or coalesce(e.ends_at, e.event_date) <= clock_timestamp())))
    order by t.id`.execute(db)
  if (types.length === 0) return 0
  const { feeBasisPoints, feeTaxPpm } = await settings.read()
  const canPay = payments.provider !== 'none'
  let offered = 0
  for (const { id } of types) {
    offered += await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ entry_id: string }>`
        select entry_id from offer_waitlist(${id}, ${WAITLIST_HOLD_MINUTES} * interval '1 minute', ${feeBasisPoints}, ${feeTaxPpm},
          ${canPay}, ${PER_TYPE})`.execute(trx)
      const notified: WaitlistOffered[] = rows.map((row) => ({ entryId: row.entry_id }))
      if (notified.length > 0) await jobs.enqueueMany(trx, waitlistOfferedJob, notified)
      return notified.length
    })
  }
  return offered
}
