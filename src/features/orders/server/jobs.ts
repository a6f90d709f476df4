import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { postSales } from '~/features/ledger/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import type { Logger } from '~/platform/log/log'
import { announceOrders } from './announce-orders'
import type { EmailServices, OrderServices } from './context'
import { disputeJob, type NotifyDispute } from './disputes/record-dispute'
import { eraseOrderNetworks, expireOrders } from './expire-orders'
import { addEachToDailySales } from './daily-sales'
import { offerToWaitlist } from './offer-waitlist'
import { notifyRefundJob, type NotifyRefund } from './refunds/notify-refund-job'
import { type NotifyRefundRejected, refundRejectedJob } from './refunds/record-refund-outcome'
import { refundCancelledEvents } from './refunds/refund-cancelled-events'
import { sendRefunds } from './refunds/send-refunds'
import { createSaleUpdates } from './sale-updates'
import {
  createLostEventSearch,
  deleteOldEvents,
  handleEvents,
} from './payments/stripe/webhooks/handle-events'
import { FEE_SECONDS, importFees } from './payments/import-fees'
import { pollUnreportedPayments } from './poll-unreported-payments'

type Services = OrderServices & EmailServices & { jobs: Jobs; live: Pick<Live, 'publish'>; log: Logger }

/** Stock is released at most 10 seconds, plus the run itself, after a hold ends; the specification allows 15. */
const EXPIRY_SECONDS = 5

// Lazy imports: email templates are loaded with the first email.
const importRefundEmails = () => import('./refunds/notify-refund')
const importRejectionEmails = () => import('./refunds/notify-refund-rejected')
const importDisputeEmails = () => import('./disputes/notify-dispute')
const importReturnedPaymentEmails = () => import('./refunds/notify-returned-payment')

/** The tickets feature handles confirmed orders. A `refunded` row is written for a payment that brought no tickets. */
const jobByOutboxKind = { confirmed: 'tickets.confirmed', refunded: 'orders.payment_returned' } as const

/** Registers the jobs of the orders feature. Call it before the job runner starts. */
export function registerOrderJobs(services: Services): void {
  const { db, jobs, log } = services
  jobs.work<{ orderId: string }>(jobByOutboxKind.refunded, async ({ orderId }) =>
    (await importReturnedPaymentEmails()).notifyReturnedPayment(services, orderId),
  )
  jobs.work<NotifyRefund>(notifyRefundJob, async (refund) =>
    (await importRefundEmails()).notifyRefund(services, refund),
  )
  jobs.work<NotifyRefundRejected>(refundRejectedJob, async (rejected) =>
    (await importRejectionEmails()).notifyRefundRejected(services, rejected),
  )
  jobs.work<NotifyDispute>(disputeJob, async (dispute) =>
    (await importDisputeEmails()).notifyDispute(services, dispute),
  )
  const saleUpdates = createSaleUpdates(services)
  const dispatch = () => dispatchOutbox(db, { jobs, log, onSold: saleUpdates.add })
  jobs.every(1, 'dispatch order outbox', dispatch, 5)
  jobs.every(3, 'publish sales', saleUpdates.notify)
  jobs.every(EXPIRY_SECONDS, 'expire orders', () => expireOrders(db), 10)
  jobs.every(3600, 'erase networks', () => eraseOrderNetworks(db, new Date()))
  jobs.every(2, 'poll unreported payments', () => pollUnreportedPayments(services), 6)
  if (services.payments.provider === 'stripe') {
    jobs.every(1, 'handle payment events', () => handleEvents(services), 3)
    jobs.every(900, 'find lost payment events', createLostEventSearch(services))
    jobs.every(3600, 'delete old payment events', () => deleteOldEvents(db))
  }
  jobs.every(FEE_SECONDS, 'import provider fees', () => importFees(services))
  jobs.every(5, 'send refunds', () => sendRefunds(services), 10)
  jobs.every(10, 'refund cancelled events', () => refundCancelledEvents(db), 12)
  jobs.every(2, 'offer tickets to the waitlist', () => offerToWaitlist(services), 12)
}

interface OutboxRow {
  order_id: string
  kind: 'confirmed' | 'refunded'
  /** W3C trace context of the request. */
  traceparent: string | null
}

// Small, because sales come first in a rush: an email may be a minute late.
const OUTBOX_ROWS_PER_RUN = 200

/**
 * Turns outbox rows into jobs, posts the sales to the ledger and counts them, in one transaction: no row is lost or handled twice. A confirmation
 * writes an outbox row instead of a job, because that takes a twentieth of the time in the busiest transaction. Calls
 * `onSold` after the commit with the orders that were counted. Returns the number of rows.
 */
export async function dispatchOutbox(
  db: Database,
  {
    jobs,
    log,
    onSold,
  }: {
    jobs: Pick<Jobs, 'enqueueMany'>
    log: Pick<Logger, 'error'>
    onSold?: (orderIds: readonly string[]) => void
  },
): Promise<number> {
  // One statement instead of a transaction while nothing is sold.
  const { rows: waiting } = await sql`select from order_outbox limit 1`.execute(db)
  if (waiting.length === 0) return 0
  const notices = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<OutboxRow>`
      delete from order_outbox n using (
        select order_id, kind from order_outbox order by order_id limit ${OUTBOX_ROWS_PER_RUN} for update skip locked
      ) due where n.order_id = due.order_id and n.kind = due.kind
      returning n.order_id, n.kind, n.traceparent
    `.execute(trx)
    for (const kind of ['confirmed', 'refunded'] as const) {
      const orderIds = listOrderIds(rows, kind)
      if (orderIds.length === 0) continue
      await announceOrders(trx, `order.${kind}`, orderIds)
      const payloads = rows
        .filter((row) => row.kind === kind)
        .map(({ order_id: orderId, traceparent }) => ({ orderId, ...(traceparent && { traceparent }) }))
      await jobs.enqueueMany(trx, jobByOutboxKind[kind], payloads)
      if (kind === 'refunded') continue
      await addEachToDailySales(trx, orderIds, log)
      await postSales(trx, orderIds)
    }
    return rows
  })
  onSold?.(listOrderIds(notices, 'confirmed'))
  return notices.length
}

function listOrderIds(notices: readonly OutboxRow[], kind: OutboxRow['kind']): string[] {
  return notices.filter((notice) => notice.kind === kind).map(({ order_id }) => order_id)
}
