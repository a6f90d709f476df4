import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { findRejection } from '../../rules/refund-state'
import type { FoundRefund } from '../payments/stripe/stripe-refunds'

/**
 * Records what became of a refund that was sent: the bank paid it out, or refused it days later, such as for a closed
 * account. `reference` is the provider's id. Idempotent.
 */
export async function recordRefundOutcome(
  db: Database,
  reference: string,
  { refundId, status, reason, bankReference }: FoundRefund,
): Promise<void> {
  if (refundId === undefined || !isId(refundId)) return
  const isSame = sql`r.id = ${refundId} and r.provider_reference = ${reference} and r.status = 'done'`
  if (status === 'paid')
    await sql`
      update refunds r set paid_at = coalesce(r.paid_at, clock_timestamp()),
        bank_reference = coalesce(${bankReference ?? null}, r.bank_reference)
      where ${isSame}`.execute(db)
  if (status === 'failed')
    await sql`
      update refunds r set status = 'failed', settled_at = clock_timestamp(), paid_at = null, bank_reference = null,
        rejection = coalesce(${findRejection(reason) ?? null}, r.rejection),
        last_error = ${`The bank refused the refund: ${reason ?? 'no reason given'}`}
      where ${isSame}`.execute(db)
}
