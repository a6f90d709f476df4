import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { ProviderUnavailableError } from '~/lib/payment-errors'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { isStripe } from '../payments/stripe/stripe-payments'
import type { StripeDisputes } from '../payments/stripe/stripe-disputes'
import { refuse } from '../refused-error'
import { collectEvidence, type Evidence } from './collect-evidence'
import { type Detail, getDispute, getOwnDispute, isOpen } from './get-dispute'
import { recordDispute } from './record-dispute'

type Responder = Pick<Context, 'caller' | 'db' | 'jobs' | 'limits' | 'payments' | 'requestId'>
type Response = { kind: 'evidence'; note: string } | { kind: 'acceptance' }

// The limit of responses per account. All organizers and buyers share Stripe's limit of calls.
const PER_ACCOUNT = { points: 10, seconds: 60 }
// Enough for three calls to Stripe, each of which waits up to 8 seconds for its turn and up to 8 seconds for the
// response.
const LOCK_SECONDS = 60

/**
 * Sends the evidence to the bank, or accepts the dispute. Of concurrent requests, only one reaches Stripe.
 * @throws NOT_FOUND, DISPUTE_NOT_OPEN, DEADLINE_PASSED, RESPONSE_PENDING, NO_EVIDENCE, IS_INQUIRY,
 *   STRIPE_NOT_CONFIGURED, STRIPE_UNAVAILABLE
 */
export async function respondToDispute(context: Responder, id: string, response: Response): Promise<Detail> {
  const { db, limits, payments } = context
  await getOwnDispute(context, id)
  if (!isStripe(payments)) throw refuse('STRIPE_NOT_CONFIGURED')
  await limits.consume('dispute_response', requireCaller(context).id, PER_ACCOUNT)
  const lock = await lockResponse(db, id)
  if (lock === undefined) return await getSameResponse(context, id, response)
  try {
    await sendResponse(context, { id, lock, response, disputes: payments.disputes })
  } catch (error) {
    await unlockResponse(db, id, lock)
    if (error instanceof ProviderUnavailableError) throw refuse('STRIPE_UNAVAILABLE')
    throw error
  }
  // The lock is not released but expires: a webhook in progress may have read the dispute before this response.
  return await getDispute(context, id)
}

async function sendResponse(
  context: Responder,
  {
    id,
    lock,
    response,
    disputes,
  }: { id: string; lock: string; response: Response; disputes: StripeDisputes },
): Promise<void> {
  // An earlier request may have taken effect although Stripe's reply was lost.
  const before = await disputes.find(id)
  if (before === undefined) throw refuse('NOT_FOUND')
  if (before.status !== 'open') {
    await recordDispute(context, before)
    return void (await getSameResponse(context, id, response))
  }
  if (response.kind === 'acceptance' && before.isInquiry) throw refuse('IS_INQUIRY')
  const evidence =
    response.kind === 'evidence' ? (await collectEvidence(context.db, before.paymentId))?.fields : undefined
  if (response.kind === 'evidence' && evidence === undefined) throw refuse('NO_EVIDENCE')
  await storeResponse(context, { id, lock, response, evidence })
  const after =
    response.kind === 'evidence' && evidence !== undefined
      ? await disputes.submitEvidence(id, { ...evidence, note: response.note })
      : await disputes.accept(id)
  if (after === undefined || after.status === 'open') throw new Error(`Stripe left the dispute ${id} open`)
  await recordDispute(context, after)
}

/** Returns the dispute if the same person has already sent the same response, such as when Stripe's reply was lost. */
async function getSameResponse(context: Responder, id: string, response: Response): Promise<Detail> {
  const dispute = await getOwnDispute(context, id)
  if (dispute.canRespond) throw refuse('RESPONSE_PENDING')
  const { rows } = await sql<{ isSame: boolean }>`
    select response_sent_at is not null and response = ${response.kind} and responded_by = ${requireCaller(context).id}
      and note = ${response.kind === 'evidence' ? response.note : ''} as "isSame"
    from disputes where id = ${id}`.execute(context.db)
  if (rows[0]?.isSame) return await getDispute(context, id)
  throw refuse(dispute.status === 'open' ? 'DEADLINE_PASSED' : 'DISPUTE_NOT_OPEN')
}

/**
 * Locks the dispute for one response. Returns when the lock ends, as text because a Date would lose the microseconds;
 * undefined if the dispute is locked or closed.
 */
async function lockResponse(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ lock: string }>`
    update disputes d set response_locked_until = clock_timestamp() + ${LOCK_SECONDS} * interval '1 second'
    where d.id = ${id} and ${isOpen} and (d.response_locked_until is null or d.response_locked_until < clock_timestamp())
    returning d.response_locked_until::text as lock`.execute(db)
  return rows[0]?.lock
}

async function unlockResponse(db: Database, id: string, lock: string): Promise<void> {
  await sql`update disputes set response_locked_until = null
    where id = ${id} and response_locked_until = ${lock}::timestamptz`.execute(db)
}

async function storeResponse(
  context: Responder,
  {
    id,
    lock,
    response,
    evidence,
  }: { id: string; lock: string; response: Response; evidence: Evidence | undefined },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update disputes set response = ${response.kind}, responded_by = ${requireCaller(context).id},
      responded_at = clock_timestamp(), response_sent_at = null,
      note = ${response.kind === 'evidence' ? response.note : ''},
      evidence = ${evidence === undefined ? null : JSON.stringify(evidence)}::jsonb
    where id = ${id} and response_locked_until = ${lock}::timestamptz`.execute(context.db)
  if (numAffectedRows !== 1n) throw refuse('RESPONSE_PENDING')
}
