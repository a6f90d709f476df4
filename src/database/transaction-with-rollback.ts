import type { Database, Transaction } from './connect'

export type Refuse<Refusal> = (outcome: Refusal) => never

/**
 * Runs `work` in a transaction. When `work` calls `refuse(outcome)`, the transaction is rolled back and the outcome
 * is returned.
 */
export async function runTransactionWithRollback<T, Refusal>(
  db: Database,
  work: (trx: Transaction, refuse: Refuse<Refusal>) => Promise<T>,
): Promise<T | Refusal> {
  let refused: { outcome: Refusal } | undefined
  const rollback = new Error('rolled back')
  try {
    return await db.transaction().execute((trx) =>
      work(trx, (outcome) => {
        refused = { outcome }
        throw rollback
      }),
    )
  } catch (error) {
    if (error !== rollback || refused === undefined) throw error
    return refused.outcome
  }
}
