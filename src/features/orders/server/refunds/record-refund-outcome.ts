import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Jobs } from '~/platform/jobs/jobs'
import { findRejection } from '../../rules/refund-state'
import type { FoundRefund } from '../payments/stripe/stripe-refunds'

/** One email to the buyer: their bank rejected a refund. */
export const refundRejectedJob = 'orders.refund_rejected'
export interface NotifyRefundRejected {
  orderId: string
  refundId: string
}

/**
 * Records what became of a refund that was sent: the bank paid it out, or refused it days later, such as for a closed
 * account. The first rejection of a refund enqueues an email to the buyer. `reference` is the provider's id.
 * Idempotent.
 */
export async function recordRefundOutcome(
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueue'> },
  reference: string,
  found: FoundRefund,
): Promise<void> {
  const { refundId, status, reason, bankReference } = found
  if (refundId === undefined || !isId(refundId)) return
  if (status === 'paid')
    await sql`
      update refunds set paid_at = coalesce(paid_at, clock_timestamp()),
        bank_reference = coalesce(${bankReference ?? null}, bank_reference)
      where id = ${refundId} and provider_reference = ${reference} and status = 'done' and other_payment is null`.execute(
      db,
    )
  if (status === 'failed')
    await db.transaction().execute(async (trx) => {
      const orderId = await recordFailure(trx, { refundId, reference, reason })
      if (orderId !== undefined)
        await jobs.enqueue(trx, refundRejectedJob, { orderId, refundId } satisfies NotifyRefundRejected)
    })
}

/** Returns the order if its buyer has to be notified. */
async function recordFailure(
  trx: Transaction,
  { refundId, reference, reason }: { refundId: string; reference: string; reason: string | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ orderId: string; isNews: boolean }>`
    with before as (
      select id, rejection from refunds
      where id = ${refundId} and provider_reference = ${reference} and status = 'done' and other_payment is null for no key update
    )
    update refunds r set status = 'failed', settled_at = clock_timestamp(), paid_at = null, bank_reference = null,
      rejection = coalesce(${findRejection(reason) ?? null}, r.rejection),
      last_error = ${`The bank refused the refund: ${reason ?? 'no reason given'}`}
    from before, payments p where r.id = before.id and p.id = r.payment_id
    returning p.order_id as "orderId", before.rejection is null and r.rejection is not null as "isNews"`.execute(
    trx,
  )
  const [row] = rows
  return row?.isNews ? row.orderId : undefined
}
