import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import { runEach } from '~/platform/jobs/run-each'
import { describePlatform } from './describe-seller'
import { issueInvoices } from './issue-invoices'

export interface InvoiceServices {
  db: Database
  settings: Pick<SettingsSource, 'read'>
  now: () => Date
}

// The maximum number of orders that one run of the job handles, so that ticket sales have priority during a rush.
const PER_RUN = 500

/**
 * Issues the invoices and credit notes of orders whose sale or refund was posted to the ledger, one order per
 * transaction. Several processes may run this at the same time, and a process can be killed at any point. Returns the
 * number of orders it handled.
 */
export async function issueDueInvoices({ db, settings, now }: InvoiceServices): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from invoices_due order by id limit ${PER_RUN}`.execute(db)
  if (rows.length === 0) return 0
  const site = await settings.read()
  let count = 0
  await runEach(rows, async ({ id }) => {
    const isHandled = await db.transaction().execute(async (trx) => {
      const { rows: claimed } = await sql<{ orderId: string }>`
        delete from invoices_due where id = (select id from invoices_due where id = ${id} for update skip locked)
        returning order_id as "orderId"`.execute(trx)
      for (const { orderId } of claimed)
        await issueInvoices(trx, {
          orderId,
          issuedAt: now(),
          platformName: site.name,
          platform: describePlatform(site),
        })
      return claimed.length > 0
    })
    if (isHandled) count += 1
  })
  return count
}
