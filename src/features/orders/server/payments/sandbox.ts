import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { PaymentPort } from './payment-port'

// The reference contains the amount, so that approving needs no lookup. A reference with a changed amount matches no
// payment.
const REFERENCE = /^sbx_([1-9][0-9]{0,8})_[0-9a-f]{40}$/

// The sandbox's fee per payment, similar to that of a European card provider.
const FEE_SHARE = 0.015
const FEE_PER_PAYMENT_CENTS = 25

/** Returns the amount of a sandbox reference in cents; undefined when it is invalid. */
export function parseAmountCents(reference: string): number | undefined {
  const amount = REFERENCE.exec(reference)?.[1]
  return amount === undefined ? undefined : Number(amount)
}

/** Creates a payment provider for demos and tests: a hosted page at /pay/sandbox/{reference} where no money moves. */
export function createSandboxPayments({ db }: { db: Database }): PaymentPort {
  return {
    provider: 'sandbox',
    createReference: (amountCents) => `sbx_${amountCents}_${randomBytes(20).toString('hex')}`,
    toPagePath: (reference) => `/pay/sandbox/${reference}`,
    async find(reference) {
      const { rows } = await sql<{
        status: string
        isProcessing: boolean
        isDue: boolean
        reason: string | null
      }>`
        select p.status, p.processing_since is not null as "isProcessing", p.decline_reason as reason,
          exists (select from sandbox_answers a where a.reference = p.provider_reference
            and a.due_at <= clock_timestamp()) as "isDue"
        from payments p where p.provider = 'sandbox' and p.provider_reference = ${reference}
      `.execute(db)
      const [row] = rows
      const amountCents = parseAmountCents(reference)
      if (row === undefined || amountCents === undefined) return undefined
      if (row.isDue || row.status === 'approved' || row.status === 'returned')
        return { status: 'approved', amountCents }
      if (row.isProcessing) return { status: 'processing' }
      return row.status === 'declined' ? { status: 'declined', reason: row.reason ?? '' } : { status: 'open' }
    },
    async listApproved(limit) {
      const { rows } = await sql<{ reference: string }>`
        select reference from sandbox_answers where due_at <= clock_timestamp() order by due_at limit ${limit}
      `.execute(db)
      return rows.flatMap(({ reference }) => {
        const amountCents = parseAmountCents(reference)
        return amountCents === undefined ? [] : [{ reference, amountCents }]
      })
    },
    async acknowledge(references) {
      await db
        .deleteFrom('sandbox_answers')
        .where('reference', 'in', [...references])
        .execute()
    },
    // No card was charged, so no money has to be sent back; the refund's row is the only record.
    refund: async ({ refundId }) => `sbx_refund_${refundId}`,
    // Also filters by the start of the payment, which has an index: a payment is settled within a month of its start.
    async *listFees(since) {
      const { rows } = await sql<{ id: string; reference: string; amountCents: number; createdAt: Date }>`
        select id, provider_reference as reference, amount_cents as "amountCents", settled_at as "createdAt" from payments
        where provider = 'sandbox' and status in ('approved', 'returned') and settled_at >= ${since}
          and created_at >= ${since}::timestamptz - interval '1 month'`.execute(db)
      yield rows.map(({ id, reference, amountCents, createdAt }) => ({
        id: `sbx_fee_${id}`,
        kind: 'provider_fee',
        paymentId: reference,
        feeCents: Math.round(amountCents * FEE_SHARE) + FEE_PER_PAYMENT_CENTS,
        createdAt,
      }))
    },
  }
}
