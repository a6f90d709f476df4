import { type RawBuilder, sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Database, Transaction } from '~/database/connect'
import type { Currency } from '~/lib/currency'
import type { Jobs } from '~/platform/jobs/jobs'
import { refundTickets } from '../refunds/refund-tickets'

export type DisputeStatus = 'open' | 'under_review' | 'won' | 'lost' | 'closed'

/** A dispute as the provider describes it now. */
export interface ProviderDispute {
  id: string
  /** The provider's id of the payment. */
  paymentId: string
  amountCents: number
  reason: string
  status: DisputeStatus
  /** The deadline for sending evidence. */
  dueBy: Date | null
  openedAt: Date
  hasEvidence: boolean
  /** Whether evidence was submitted to the bank. */
  isSubmitted: boolean
  /** Whether the bank only asks for information so far. It has taken no money, so there is nothing to accept. */
  isInquiry: boolean
}

/** The job that emails the organizer that a dispute was opened, won or lost. */
export const disputeJob = 'orders.dispute'
export interface NotifyDispute {
  disputeId: string
  status: 'open' | 'won' | 'lost'
  userId: string
}

interface Payment {
  paymentId: string
  /** Null for a payment of a booking. */
  order: { id: string; number: string; currency: Currency } | null
  organizerId: string | null
  /**
   * Whether the tickets can be revoked: the event has not begun, the payment bought them, and the dispute covers the
   * full amount that was not refunded.
   */
  canRevoke: boolean
}

/** Whether losing a dispute about `amount` revokes the tickets of an order; needs `payments p` and `events e`. */
export const selectCanRevoke = (amount: RawBuilder<unknown>) => sql<boolean>`
  (e.event_date > clock_timestamp() and p.status = 'approved' and ${amount} >= p.amount_cents
    - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id))`

const isFinal = (status: DisputeStatus | undefined) =>
  status === 'won' || status === 'lost' || status === 'closed'

/**
 * Records a dispute in the state that the provider reports, notifies the organizer of changes, and revokes the
 * tickets when the dispute is lost before the event. Only an admin sees a dispute about a payment for a booking,
 * because the organizer made that payment. Idempotent. Returns whether the payment is ours. Throws if a response is
 * being sent, because the reported state may be older than that response.
 */
export function recordDispute(
  { db, jobs, requestId }: { db: Database; jobs: Pick<Jobs, 'enqueue'>; requestId?: string | undefined },
  dispute: ProviderDispute,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, dispute)
    if (payment === undefined) return false
    const { paymentId, order, organizerId, canRevoke } = payment
    const {
      status: before,
      isResponding = false,
      isSent = false,
    } = (await findStoredDispute(trx, dispute.id)) ?? {}
    if (isFinal(before)) return true
    // This state may have been read from Stripe before the response took effect.
    if (isResponding && dispute.status === 'open')
      throw new Error(`A response to the dispute ${dispute.id} is being sent`)
    const stored = await storeDispute(trx, paymentId, dispute)
    if (order !== null && stored.isSent && !isSent) await recordResponse(trx, { order, stored, requestId })
    if (before === dispute.status) return true
    if (dispute.status === 'lost' && order !== null && canRevoke)
      await revokeTickets(trx, order.id, dispute.id)
    if (dispute.status === 'lost') await settleOpenRefunds(trx, paymentId, dispute)
    if (order === null) return true
    const news = before === undefined && !isFinal(dispute.status) ? 'open' : dispute.status
    if (organizerId !== null && (news === 'open' || news === 'won' || news === 'lost'))
      await jobs.enqueue(trx, disputeJob, {
        disputeId: dispute.id,
        status: news,
        userId: organizerId,
      } satisfies NotifyDispute)
    return true
  })
}

/**
 * Locks the order, or the payment of a booking, so that two reports of one dispute are handled one after the other.
 */
async function lockPayment(
  trx: Transaction,
  { paymentId, amountCents }: ProviderDispute,
): Promise<Payment | undefined> {
  const isPayment = sql`p.provider = 'stripe' and p.provider_payment_id = ${paymentId}`
  await sql`select from payments p join orders o on o.id = p.order_id where ${isPayment} for no key update of o`.execute(
    trx,
  )
  await sql`select from payments p where ${isPayment} and p.booking_id is not null for no key update`.execute(
    trx,
  )
  const { rows } = await sql<Payment>`
    select p.id as "paymentId", case when o.id is not null then json_build_object('id', o.id, 'number', o.order_number, 'currency', o.currency) end as "order",
      e.organizer_id as "organizerId", ${selectCanRevoke(sql`${amountCents}::integer`)} as "canRevoke"
    from payments p left join orders o on o.id = p.order_id join events e on e.id = coalesce(o.event_id, p.event_id)
    where ${isPayment}`.execute(trx)
  return rows[0]
}

async function findStoredDispute(
  trx: Transaction,
  id: string,
): Promise<{ status: DisputeStatus; isResponding: boolean; isSent: boolean } | undefined> {
  const { rows } = await sql<{ status: DisputeStatus; isResponding: boolean; isSent: boolean }>`
    select status, coalesce(response_locked_until > clock_timestamp(), false) as "isResponding",
      response_sent_at is not null as "isSent"
    from disputes where id = ${id}`.execute(trx)
  return rows[0]
}

interface Stored {
  cents: number
  response: string | null
  actorId: string | null
  /** Whether the provider has received the response. */
  isSent: boolean
}

/** Stores a dispute even if its status has not changed: an inquiry that becomes a dispute gets a new deadline. */
async function storeDispute(trx: Transaction, paymentId: string, dispute: ProviderDispute): Promise<Stored> {
  const { id, status, amountCents, reason, openedAt } = dispute
  const changing = {
    status,
    amount_cents: amountCents,
    reason,
    is_inquiry: dispute.isInquiry,
    due_by: status === 'open' ? dispute.dueBy : null,
    ...(isFinal(status) ? { closed_at: sql<Date>`clock_timestamp()` } : {}),
  }
  return trx
    .insertInto('disputes')
    .values({
      id,
      payment_id: paymentId,
      opened_at: openedAt,
      ...changing,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...changing, response_sent_at: findSentTime(dispute) }),
    )
    .returning([
      'amount_cents as cents',
      'response',
      'responded_by as actorId',
      sql<boolean>`response_sent_at is not null`.as('isSent'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * SQL for the time of the response if it reached the provider. The response was stored before the provider was
 * called, so only the provider's report shows whether it arrived.
 */
const findSentTime = ({ status, isSubmitted }: ProviderDispute) => sql<Date | null>`
  coalesce(disputes.response_sent_at, case disputes.response
    when 'evidence' then case when ${isSubmitted && status !== 'open'} then disputes.responded_at end
    when 'acceptance' then case when ${status === 'lost'} then disputes.responded_at end end)`

/** Writes the response to the audit log, even when the provider's reply was lost. */
async function recordResponse(
  trx: Transaction,
  {
    order,
    stored: { actorId, response, cents },
    requestId,
  }: { order: NonNullable<Payment['order']>; stored: Stored; requestId: string | undefined },
): Promise<void> {
  await recordAudit(trx, {
    actorId,
    action: response === 'evidence' ? 'money.submit_evidence' : 'money.accept_dispute',
    subject: { type: 'order', id: order.id },
    details: { order: order.number, cents, currency: order.currency },
    requestId,
  })
}

/**
 * Revokes the tickets and records a completed refund, because the bank has already returned the money. Checked-in
 * tickets stay valid.
 */
async function revokeTickets(trx: Transaction, orderId: string, disputeId: string): Promise<void> {
  const { outcome } = await refundTickets(trx, { orderId, reason: 'dispute_lost', leaveCheckedIn: true })
  if (outcome !== 'refunded') return
  await sql`
    update refunds r set status = 'done', settled_at = clock_timestamp(), provider_reference = ${disputeId}
    from payments p where p.id = r.payment_id and p.order_id = ${orderId} and r.reason = 'dispute_lost'
      and r.status = 'requested'`.execute(trx)
}

/**
 * Marks refunds that did not reach the buyer as done: the amount that the bank took back includes them, unless they
 * exceed it.
 */
async function settleOpenRefunds(
  trx: Transaction,
  paymentId: string,
  { id, amountCents }: ProviderDispute,
): Promise<void> {
  await sql`
    update refunds set status = 'done', reason = 'dispute_lost', settled_at = clock_timestamp(), last_error = null
    where payment_id = ${paymentId} and status in ('requested', 'failed') and ${amountCents} >= (
      select sum(r.amount_cents) from refunds r
      where r.payment_id = ${paymentId} and (r.status in ('requested', 'failed') or r.provider_reference = ${id}))`.execute(
    trx,
  )
}
