import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import { refreshAccount } from '~/features/payees/server/public'
import type { Logger } from '~/platform/log/log'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import { collectEvidence } from '../../../disputes/collect-evidence'
import { recordDispute } from '../../../disputes/record-dispute'
import { recordRefundOutcome } from '../../../refunds/record-refund-outcome'
import type { Sales } from '../../../sales'
import type { PaymentPort } from '../../payment-port'
import { refreshPayment } from '../refresh-payment'
import { isStripe, type StripePayments } from '../stripe-payments'
import { EVENT_KINDS, type ProviderEvent } from './provider-event'
import { storeEvents } from './store-events'

// Reports of payments per run. Most need no call to Stripe, because the buyer's page has settled the payment already.
const PER_RUN = 100
// Other reports per run: those of refunds, disputes and accounts always need a call to Stripe, and buyers share the
// limit of calls. Thousands arrive together after an event is canceled.
const OTHERS_PER_RUN = 10
// Retries after 30 s, 1 min, 2 min … at most an hour apart, for half a day. Stripe repeats webhooks for three days.
const MAX_ATTEMPTS = 18
// How far back to search for reports that never arrived: in the first run of a process as far as Stripe repeats
// webhooks, later only as far as the previous run.
const FIRST_LOOK_SECONDS = 3 * 86_400
const LATER_LOOK_SECONDS = 3_600

interface Services {
  db: Database
  payments: PaymentPort
  sales: Pick<Sales, 'settle'>
  jobs: Pick<Jobs, 'enqueue'>
  live: Pick<Live, 'publish'>
  log: Logger
}

/**
 * Handles stored reports, oldest first, and returns how many. A report only names an object, which is read again from
 * Stripe, so the order and number of reports never matter. Reports are claimed like refunds (send-refunds.ts).
 */
export async function handleEvents(services: Services): Promise<number> {
  const { db, payments } = services
  if (!isStripe(payments)) return 0
  const { rows } = await sql<ProviderEvent & { attempts: number }>`
    with paid as (${selectDue(sql`kind like 'payment_intent.%'`, PER_RUN)}),
      others as (${selectDue(sql`kind not like 'payment_intent.%'`, OTHERS_PER_RUN)}),
      due as (select id from paid union all select id from others)
    update payment_events e set attempts = e.attempts + 1,
      next_attempt_at = clock_timestamp() + least(interval '30 seconds' * power(2, least(e.attempts, 10)), interval '1 hour')
    from due where e.id = due.id
    returning e.id, e.kind, e.object_id as "objectId", e.payment_id as "paymentId", e.attempts
  `.execute(db)
  await Promise.all(rows.map((event) => handleEvent({ ...services, payments }, event)))
  return rows.length
}

const selectDue = (condition: RawBuilder<unknown>, limit: number) => sql`
  select id from payment_events where handled_at is null and next_attempt_at <= clock_timestamp() and ${condition}
  order by next_attempt_at limit ${limit} for no key update skip locked`

async function handleEvent(
  services: Services & { payments: StripePayments },
  event: ProviderEvent & { attempts: number },
): Promise<void> {
  const { db, log } = services
  const row = db.updateTable('payment_events').where('id', '=', event.id)
  try {
    await applyEvent(services, event)
    await row.set({ handled_at: new Date(), last_error: null }).execute()
  } catch (error) {
    const isLast = event.attempts >= MAX_ATTEMPTS
    log.error({ err: error, eventId: event.id, kind: event.kind, isLast }, 'a webhook could not be handled')
    await row
      .set({ last_error: String(error), ...(isLast ? { next_attempt_at: new Date('9999-01-01') } : {}) })
      .execute()
  }
}

/** Kinds that are not in `EVENT_KINDS` have no effect. */
async function applyEvent(
  services: Services & { payments: StripePayments },
  { kind, objectId, paymentId }: ProviderEvent,
): Promise<void> {
  if (!EVENT_KINDS.some((known) => known === kind)) return
  if (kind.startsWith('payment_intent.') && paymentId !== null) await applyPayment(services, paymentId)
  if (kind === 'refund.updated' || kind === 'refund.failed')
    await recordRefundOutcome(services, objectId, await services.payments.readRefund(objectId))
  if (kind === 'account.updated')
    await refreshAccount({ ...services, payees: services.payments.payees, now: () => new Date() }, objectId)
  if (kind.startsWith('charge.dispute.')) await applyDispute(services, objectId)
}

async function applyPayment(
  services: Services & { payments: StripePayments },
  paymentId: string,
): Promise<void> {
  const payment = await services.db
    .selectFrom('payments')
    .select(['provider_reference', 'status'])
    .where('provider', '=', 'stripe')
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst()
  // A PaymentIntent of another program on the same account, or one that its page has already settled.
  if (payment === undefined || payment.status === 'approved' || payment.status === 'returned') return
  await refreshPayment(services, payment.provider_reference)
}

async function applyDispute(
  { db, jobs, payments }: Services & { payments: StripePayments },
  id: string,
): Promise<void> {
  const dispute = await payments.disputes.find(id)
  if (dispute === undefined || !(await recordDispute({ db, jobs }, dispute))) return
  if (dispute.status !== 'open' || dispute.hasEvidence) return
  const evidence = await collectEvidence(db, dispute.paymentId)
  if (evidence !== undefined) await payments.disputes.stageEvidence(id, evidence.fields)
}

/** Returns a function that asks Stripe for reports that never arrived, stores them and returns how many. */
export function createLostEventSearch({
  db,
  payments,
  now = () => new Date(),
}: Pick<Services, 'db' | 'payments'> & { now?: () => Date }): () => Promise<number> {
  let seconds = FIRST_LOOK_SECONDS
  return async () => {
    if (!isStripe(payments)) return 0
    const events = await payments.listEvents(Math.floor(now().getTime() / 1000) - seconds)
    const count = await storeEvents(db, events)
    seconds = LATER_LOOK_SECONDS
    return count
  }
}

// How long to store handled reports. Stripe repeats a webhook for three days, and shows its events for thirty.
const STORED_DAYS = 180

/**
 * Deletes handled reports. If Stripe repeated one that was deleted, no harm would be done, because its object is read
 * again.
 */
export async function deleteOldEvents(db: Database): Promise<void> {
  await sql`delete from payment_events where handled_at < now() - ${STORED_DAYS} * interval '1 day'`.execute(
    db,
  )
}
