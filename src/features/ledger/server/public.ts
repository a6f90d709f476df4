import { sql } from 'kysely'
import { amountsColumn } from '~/database/amounts-column'
import type { Database, Transaction } from '~/database/connect'
import type { Amount } from '~/lib/amounts'

/**
 * Posts the sales of confirmed orders to the ledger. Idempotent. Call it after the sale, so that buyers don't wait
 * for the ledger.
 */
export async function postSales(trx: Transaction, orderIds: readonly string[]): Promise<void> {
  await sql`select post_sales(${[...orderIds]}::uuid[])`.execute(trx)
}

export interface LedgerTotals {
  transactions: number
  /** The days of the first and the last entry; null without entries. */
  days: { first: string; last: string } | null
  /**
   * The currencies whose entries don’t sum to zero. The list is empty unless the database was changed outside of the
   * product.
   */
  imbalances: Amount[]
}

export async function getLedgerTotals(db: Database): Promise<LedgerTotals> {
  const { rows } = await sql<LedgerTotals>`
    select (select count(*) from ledger_transactions)::integer as transactions,
      (select case when min(day) is not null then json_build_object('first', min(day), 'last', max(day)) end
        from ledger_transactions) as days,
      (select ${amountsColumn}
        from (select currency, sum(amount) as cents, count(*) as entries
          from ledger_entries group by currency having sum(amount) <> 0) sums) as imbalances`.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('The ledger returned no totals')
  return totals
}
