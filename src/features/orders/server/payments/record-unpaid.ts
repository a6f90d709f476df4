import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { ProviderPayment } from './payment-port'

/** Records the provider's state of a payment that it has not approved. A settled payment never changes. */
export async function recordUnpaid(
  db: Database,
  {
    provider,
    reference,
    payment,
  }: { provider: string; reference: string; payment: Exclude<ProviderPayment, { status: 'approved' }> },
): Promise<void> {
  const row = sql`provider = ${provider} and provider_reference = ${reference}`
  if (payment.status === 'processing')
    await sql`
      update payments set status = 'started', settled_at = null, decline_reason = null,
        processing_since = coalesce(processing_since, clock_timestamp())
      where ${row} and status in ('started', 'declined', 'abandoned')
    `.execute(db)
  if (payment.status === 'declined')
    await sql`
      update payments set status = 'declined', settled_at = clock_timestamp(), processing_since = null,
        decline_reason = ${payment.reason}
      where ${row} and status in ('started', 'declined')
    `.execute(db)
  if (payment.status === 'cancelled')
    await sql`
      update payments set status = 'abandoned', settled_at = clock_timestamp(), processing_since = null, check_at = null
      where ${row} and status in ('started', 'declined', 'abandoned')
    `.execute(db)
}
