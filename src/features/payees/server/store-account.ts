import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { ProviderAccount } from './payee-port'

/**
 * Stores the provider's report about an account, and returns whether it was stored. An older report that arrives late
 * doesn't replace a newer one.
 */
export async function storeAccount(
  db: Database | Transaction,
  accountId: string,
  { status, bank, requirements, checkedAt }: ProviderAccount & { checkedAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payees set status = ${status}, bank_name = ${bank?.name ?? null}, bank_last4 = ${bank?.last4 ?? null},
      country = ${bank?.country ?? null}, currency = ${bank?.currency ?? null},
      requirements = ${JSON.stringify(requirements)}::jsonb, checked_at = ${checkedAt}::timestamptz,
      connected_at = coalesce(connected_at, case when ${status}::text = 'connected' then ${checkedAt}::timestamptz end)
    where account_id = ${accountId} and (checked_at is null or checked_at <= ${checkedAt}::timestamptz)
  `.execute(db)
  return numAffectedRows === 1n
}

/** Deletes a payout account; its owner is then not connected. */
export async function deleteAccount(db: Database | Transaction, accountId: string): Promise<void> {
  await db.deleteFrom('payees').where('account_id', '=', accountId).execute()
}
