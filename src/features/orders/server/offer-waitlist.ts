import { sql } from 'kysely'
import type { Jobs } from '~/platform/jobs/jobs'
import { WAITLIST_HOLD_MINUTES } from '../rules/waitlist-hold'
import type { OrderServices } from './context'

/** The entry was offered tickets; the handler tells whoever waited. */
export const waitlistOfferedJob = 'waitlist.offered'
export interface WaitlistOffered {
  entryId: string
}

// So many people of one type are offered something in one transaction, which holds the type's row.
const PER_TYPE = 100

/**
 * Offers what is free to whoever waits for it, longest first: a held order each, and a job that tells them. Types are taken one by one, each
 * in its own transaction; several processes may do this at once. Answers how many were offered something.
 */
export async function offerWaitlist({
  db,
  jobs,
  payments,
  settings,
}: Pick<OrderServices, 'db' | 'payments' | 'settings'> & {
  jobs: Pick<Jobs, 'enqueueMany'>
}): Promise<number> {
  // A look without locks; each type is read again once it is locked.
  const { rows: types } = await sql<{ id: string }>`
    select t.id from ticket_types t join events e on e.id = t.event_id
    where t.waiting > 0 and (
      t.quantity_total > t.quantity_sold + t.quantity_held or e.event_status = 'cancelled'
      or (e.event_status <> 'postponed'
        and (t.sale_ends_at <= clock_timestamp() or coalesce(e.ends_at, e.event_date) <= clock_timestamp())))
    order by t.id`.execute(db)
  if (types.length === 0) return 0
  const { feeBasisPoints } = await settings.read()
  const canPay = payments.provider !== 'none'
  let offered = 0
  for (const { id } of types) {
    offered += await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ entry_id: string }>`
        select entry_id from offer_waitlist(${id}, ${WAITLIST_HOLD_MINUTES} * interval '1 minute', ${feeBasisPoints}, ${canPay}, ${PER_TYPE})`.execute(
        trx,
      )
      const told: WaitlistOffered[] = rows.map((row) => ({ entryId: row.entry_id }))
      if (told.length > 0) await jobs.enqueueMany(trx, waitlistOfferedJob, told)
      return told.length
    })
  }
  return offered
}
