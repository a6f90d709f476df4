import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { importFees } from '~/features/orders/server/payments/import-fees'
import { createSandboxPayments } from '~/features/orders/server/payments/sandbox'
import { DEFAULT_SETTINGS } from '~/features/settings/server/public'

/** Posts the sales and the sandbox's fees, on the days of the orders. */
export async function seedLedger(trx: Transaction): Promise<void> {
  await sql`select post_sales(array(select id from orders where confirmed_at is not null))`.execute(trx)
  await importFees({
    db: trx,
    payments: createSandboxPayments({ db: trx }),
    settings: { read: async () => DEFAULT_SETTINGS },
  })
  await moveToDays(trx)
}

/** The ledger allows no change of a row; only the demo sells on days that have passed. */
async function moveToDays(trx: Transaction): Promise<void> {
  // The check of the balance waits for the commit, and a table with pending checks can't be altered.
  await sql`set constraints all immediate`.execute(trx)
  await sql`alter table ledger_transactions disable trigger ledger_transactions_append_only`.execute(trx)
  await sql`
    update ledger_transactions t set posted_at = o.confirmed_at
    from orders o where o.id = t.order_id and t.kind in ('sale', 'provider_fee')`.execute(trx)
  await sql`
    update ledger_transactions t set posted_at = r.created_at
    from refunds r where t.source like 'refund:' || r.id || '%'`.execute(trx)
  await sql`alter table ledger_transactions enable trigger ledger_transactions_append_only`.execute(trx)
}
