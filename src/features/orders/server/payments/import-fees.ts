import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import type { PaymentPort, ProviderFee } from './payment-port'

/** Seconds between two imports. If two processes run the job within this time, only one imports. */
export const FEE_SECONDS = 30

/**
 * Posts the provider's new fees to the ledger and returns how many. Fees are read from the provider's balance, never
 * computed, and each is posted once. If the run is interrupted, the next one starts from the same time.
 */
export async function importFees({
  db,
  payments,
  settings,
}: {
  db: Database
  payments: Pick<PaymentPort, 'provider' | 'listFees'>
  settings: Pick<SettingsSource, 'read'>
}): Promise<number> {
  const { provider } = payments
  if (provider === 'none') return 0
  const since = await claimImport(db, provider)
  if (since === undefined) return 0
  const { processingFees } = await settings.read()
  const account = processingFees === 'site' ? 'service_fees' : 'organizer'
  let count = 0
  let until = since
  for await (const fees of payments.listFees(since)) {
    count += await postFees(db, { provider, account }, fees)
    for (const { createdAt } of fees) if (createdAt > until) until = createdAt
  }
  await db
    .updateTable('fee_imports')
    .set({ imported_until: until })
    .where('provider', '=', provider)
    .where('imported_until', '<', until)
    .execute()
  return count
}

/**
 * Returns the time from which fees are read: a minute before the newest one, because a provider may list an entry
 * late. The first import starts before the first payment. Undefined while another process is importing, and if there
 * are no payments yet.
 */
async function claimImport(db: Database, provider: string): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date }>`
    insert into fee_imports as i (provider, imported_until)
      (select provider, created_at from payments where provider = ${provider} order by created_at limit 1)
    on conflict (provider) do update set checked_at = clock_timestamp()
      where i.checked_at < clock_timestamp() - ${FEE_SECONDS - 5} * interval '1 second'
    returning imported_until - interval '1 minute' as since`.execute(db)
  return rows[0]?.since
}

async function postFees(
  db: Database,
  { provider, account }: { provider: string; account: string },
  fees: readonly ProviderFee[],
): Promise<number> {
  const column = <Key extends keyof ProviderFee>(key: Key) => fees.map((fee) => fee[key])
  const { rows } = await sql<{ count: number }>`
    select post_provider_fees(${provider}, ${account}, ${column('id')}::text[], ${column('kind')}::text[],
      ${column('paymentId')}::text[], ${column('feeCents')}::bigint[]) as count`.execute(db)
  return rows[0]?.count ?? 0
}
