import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'

/** Posts the sales of confirmed orders. Idempotent. Runs after the sale, so that buyers don't wait for the ledger. */
export async function postSales(trx: Transaction, orderIds: readonly string[]): Promise<void> {
  await sql`select post_sales(${[...orderIds]}::uuid[])`.execute(trx)
}

/** `sumCents` is zero unless the database was changed outside of the product. */
export interface LedgerTotals {
  transactions: number
  sumCents: number
}

export async function getLedgerTotals(db: Database): Promise<LedgerTotals> {
  const { rows } = await sql<LedgerTotals>`
    select (select count(*) from ledger_transactions)::integer as transactions,
      (select coalesce(sum(amount), 0) from ledger_entries)::float8 as "sumCents"`.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('The ledger returned no totals')
  return totals
}
