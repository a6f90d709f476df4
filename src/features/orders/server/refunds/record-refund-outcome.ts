import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Jobs } from '~/platform/jobs/jobs'
import { findRejection } from '../../rules/refund-state'
import type { FoundRefund } from '../payments/stripe/stripe-refunds'

/** The job that emails the buyer that their bank rejected a refund. */
export const refundRejectedJob = 'orders.refund_rejected'
export interface NotifyRefundRejected {
  orderId: string
  refundId: string
}

/**
 * Records what became of a refund that was sent: the bank paid it out, or refused it days later, such as for a closed
 * account. The first rejection of a refund enqueues an email to the buyer. `reference` is the provider's id.
 * Idempotent. Throws if a rejected refund is still being sent: the report has to be repeated afterwards.
 */
export async function recordRefundOutcome(
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueue'> },
  reference: string,
  found: FoundRefund,
): Promise<void> {
  const { refundId, status, reason, bankReference } = found
  if (refundId === undefined || !isId(refundId)) return
  // The report can arrive before `sendRefunds` stored the provider's id, or after its process died.
  if (status === 'paid')
    await sql`
      update refunds set status = 'done', provider_reference = ${reference}, last_error = null, is_balance_low = false,
        settled_at = case when status = 'done' then settled_at else clock_timestamp() end,
        sent_at = case when status = 'done' then sent_at else clock_timestamp() end,
        paid_at = coalesce(paid_at, clock_timestamp()), bank_reference = coalesce(${bankReference ?? null}, bank_reference)
      where id = ${refundId} and (status = 'done') = (provider_reference is not distinct from ${reference})
        and other_payment is null`.execute(db)
  if (status === 'failed')
    await db.transaction().execute(async (trx) => {
      const orderId = await recordFailure(trx, { refundId, reference, reason })
      if (orderId !== undefined)
        await jobs.enqueue(trx, refundRejectedJob, { orderId, refundId } satisfies NotifyRefundRejected)
    })
}

/** Returns the order if its buyer has to be notified; undefined for a payment of a booking. */
async function recordFailure(
  trx: Transaction,
  { refundId, reference, reason }: { refundId: string; reference: string; reason: string | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ orderId: string | null; isNews: boolean }>`
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
  if (row === undefined) await refuseIfSending(trx, refundId, reference)
  return row?.isNews ? (row.orderId ?? undefined) : undefined
}

async function refuseIfSending(trx: Transaction, refundId: string, reference: string): Promise<void> {
  const { rows } = await sql`
    select from refunds where id = ${refundId} and status = 'requested'
      and provider_reference is distinct from ${reference}`.execute(trx)
  if (rows.length > 0) throw new Error(`The refund ${refundId} is still being sent`)
}
