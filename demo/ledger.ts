import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { importFees } from '~/features/orders/server/payments/import-fees'
import { createSandboxPayments } from '~/features/orders/server/payments/sandbox'
import { DEFAULT_SETTINGS } from '~/features/settings/server/public'

/** Posts the sales and the sandbox's fees. */
export async function seedLedger(trx: Transaction): Promise<void> {
  await sql`select post_sales(array(select id from orders where confirmed_at is not null))`.execute(trx)
  const settings = { read: async () => DEFAULT_SETTINGS }
  await importFees({ db: trx, payments: createSandboxPayments({ db: trx }), settings })
  // Runs the deferred triggers that post the refunds. They would otherwise run at the commit.
  await sql`set constraints all immediate`.execute(trx)
  await sql`set constraints all deferred`.execute(trx)
  // Skips the invoices of orders without an account: issuing thousands of them would keep a new demo busy for
  // minutes.
  await sql`delete from invoices_due d using orders o where o.id = d.order_id and o.customer_id is null`.execute(
    trx,
  )
}

/**
 * Moves each ledger entry to the day when it happened. The ledger doesn't allow changes; only the demo needs entries
 * on past days.
 */
export async function backdateLedgerEntries(trx: Transaction): Promise<void> {
  for (const statement of [
    sql`alter table ledger_transactions disable trigger ledger_transactions_append_only`,
    sql`update ledger_transactions t set posted_at = o.confirmed_at
      from orders o where o.id = t.order_id and t.kind in ('sale', 'provider_fee')`,
    sql`update ledger_transactions t set posted_at = r.created_at
      from refunds r where t.source like 'refund:' || r.id || '%'`,
    sql`update ledger_transactions t set posted_at = p.settled_at
      from payments p where p.booking_id is not null and (t.source = 'payment:' || p.id or t.source = 'fee:sbx_fee_' || p.id)`,
    sql`update ledger_transactions t set posted_at = case when t.source like '%:sent' then r.done_at else r.created_at end
      from transfers r where t.source like 'transfer:' || r.id || '%'`,
    sql`update ledger_transactions t set day = (t.posted_at at time zone e.timezone)::date
      from events e where e.id = t.event_id`,
    sql`alter table ledger_transactions enable trigger ledger_transactions_append_only`,
    sql`delete from ledger_days`,
    sql`insert into ledger_days (event_id, account, kind, day, person_id, currency, amount, entries, tickets)
      select e.event_id, e.account, t.kind, t.day, e.person_id, e.currency, sum(e.amount), count(*), sum(t.tickets)
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id group by 1, 2, 3, 4, 5, 6`,
  ])
    await statement.execute(trx)
}
