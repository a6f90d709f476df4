import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { LowBalanceError } from '~/lib/payment-errors'
import type { Logger } from '~/platform/log/log'
import type { PaymentPort } from '../payments/payment-port'

const PER_RUN = 20
// Retries after 30 s, 1 min, 2 min … at most an hour apart: covers a provider outage of half a day.
const MAX_ATTEMPTS = 18

interface Claimed {
  id: string
  amount_cents: number
  attempts: number
  last_error: string | null
  provider_reference: string
}

/**
 * Sends pending refunds to the provider and returns how many. A refund is claimed by moving its next attempt into the
 * future before the provider is called: two processes never send it at the same time, and a crash only delays it. A
 * repeated attempt first looks for the refund at the provider, which recognizes a repeated id for only one day.
 */
export async function sendRefunds(services: {
  db: Database
  payments: PaymentPort
  log: Logger
}): Promise<number> {
  const { db, payments } = services
  const { rows } = await sql<Claimed>`
    with due as (
      select r.id from refunds r join payments p on p.id = r.payment_id
      where r.status = 'requested' and r.next_attempt_at <= clock_timestamp() and p.provider = ${payments.provider}
      order by r.created_at limit ${PER_RUN} for no key update of r skip locked
    )
    update refunds r set attempts = r.attempts + 1,
      next_attempt_at = clock_timestamp() + least(interval '30 seconds' * power(2, least(r.attempts, 10)), interval '1 hour')
    from due, payments p where r.id = due.id and p.id = r.payment_id
    returning r.id, r.amount_cents, r.attempts, r.last_error, p.provider_reference
  `.execute(db)
  await Promise.all(rows.map((refund) => sendRefund(services, refund)))
  return rows.length
}

async function sendRefund(
  { db, payments, log }: { db: Database; payments: PaymentPort; log: Logger },
  refund: Claimed,
): Promise<void> {
  const pending = db.updateTable('refunds').where('id', '=', refund.id).where('status', '=', 'requested')
  try {
    const reference = await payments.refund({
      refundId: refund.id,
      reference: refund.provider_reference,
      amountCents: refund.amount_cents,
      isRepeat: refund.attempts > 1 || refund.last_error !== null,
    })
    const sentAt = new Date()
    await pending
      .set({
        status: 'done',
        provider_reference: reference,
        settled_at: sentAt,
        sent_at: sentAt,
        last_error: null,
        is_balance_low: false,
      })
      .execute()
  } catch (error) {
    const isLast = refund.attempts >= MAX_ATTEMPTS
    log.error({ err: error, refundId: refund.id, isLast }, 'a refund failed')
    await pending
      .set({
        last_error: String(error),
        is_balance_low: error instanceof LowBalanceError,
        ...(isLast ? { status: 'failed', settled_at: new Date() } : {}),
      })
      .execute()
  }
}
