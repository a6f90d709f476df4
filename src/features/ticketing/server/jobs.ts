import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import type { Logger } from '~/platform/log/log'
import type { TicketingServices } from './context'
import { eraseNetworks, expireOrders } from './expire-orders'
import { foldWhatCan } from './fold-sales'
import { type NightMails, registerNightJobs } from './night/jobs'
import { offerWaitlist, type WaitlistOffered, waitlistOfferedJob } from './offer-waitlist'
import { sendMessageJob, type SendMessage } from './people/message-job'
import { createSaleNews } from './sale-news'
import { sendRefunds } from './send-refunds'
import { settleMissedPayments } from './settle-missed'
import { type TransferJob, transferMailJob, transferTakenJob } from './transfers/job-names'

/** What a customer is told, each by a job of its own that is repeated until it does not throw. */
export interface TicketingMails extends NightMails {
  /** The order is confirmed: the tickets go out. */
  sendTickets(orderId: string): Promise<void>
  /** Money came that could not be honoured and goes back. */
  sendRefundNotice(orderId: string): Promise<void>
  /** A ticket is offered to whoever reads the mail. */
  mailTransfer(transferId: string): Promise<void>
  /** Somebody took it. */
  mailTransferTaken(transferId: string): Promise<void>
  /** Tickets are held for whoever waited. */
  tellOffered(entryId: string): Promise<void>
  /** An organizer wrote to whoever holds a ticket. */
  deliverMessage(messageId: string): Promise<void>
}

type Services = TicketingServices & { jobs: Jobs; live: Pick<Live, 'publish'>; log: Logger }

/** Stock comes back at most 5 seconds (and the run itself) after a hold is over; the specification allows 15. */
const EXPIRY_SECONDS = 5

/** Registers what ticketing does by itself. Call before the jobs start. */
export function registerTicketingJobs(services: Services, mails: TicketingMails): void {
  const { db, jobs, log } = services
  jobs.work<{ orderId: string }>('tickets.confirmed', ({ orderId }) => mails.sendTickets(orderId), {
    // 10,000 orders in about four and a half minutes, which leaves enough CPU to sell tickets.
    pace: { atOnce: 8, perSecond: 39 },
  })
  jobs.work<{ orderId: string }>('tickets.refunded', ({ orderId }) => mails.sendRefundNotice(orderId))
  jobs.work<TransferJob>(transferMailJob, ({ transferId }) => mails.mailTransfer(transferId))
  jobs.work<TransferJob>(transferTakenJob, ({ transferId }) => mails.mailTransferTaken(transferId))
  jobs.work<WaitlistOffered>(waitlistOfferedJob, ({ entryId }) => mails.tellOffered(entryId))
  jobs.work<SendMessage>(sendMessageJob, ({ messageId }) => mails.deliverMessage(messageId))
  registerNightJobs(services, mails)
  const news = createSaleNews(services)
  jobs.every(1, 'hand over notices', () => handOverNotices(db, { jobs, log, onSold: news.add }))
  jobs.every(3, 'tell of sales', news.tell)
  jobs.every(EXPIRY_SECONDS, 'expire orders', () => expireOrders(db))
  jobs.every(3600, 'erase networks', () => eraseNetworks(db, new Date()))
  jobs.every(2, 'settle missed payments', () => settleMissedPayments(services))
  jobs.every(5, 'send refunds', () => sendRefunds(services))
  jobs.every(2, 'offer to the waiting', () => offerWaitlist(services))
}

// While everybody buys, notices wait their turn: a mail may be a minute late, a sale may not.
const NOTICES_PER_RUN = 200

/**
 * Turns notices into jobs. A confirmation writes a notice instead of a job, because a row of two columns costs the hot
 * transaction a twentieth of what the queue's own insert does. Both happen in one transaction here: no notice is lost or
 * doubled, and each sale is counted once into its day. `onSold` hears after the commit which orders were counted. Answers how
 * many notices were handed over.
 */
export async function handOverNotices(
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
  const notices = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ order_id: string; kind: 'confirmed' | 'refunded' }>`
      delete from order_notices n using (
        select order_id, kind from order_notices order by order_id limit ${NOTICES_PER_RUN} for update skip locked
      ) due where n.order_id = due.order_id and n.kind = due.kind
      returning n.order_id, n.kind
    `.execute(trx)
    for (const kind of ['confirmed', 'refunded'] as const) {
      const orderIds = ordersOf(rows, kind)
      if (orderIds.length === 0) continue
      await jobs.enqueueMany(
        trx,
        `tickets.${kind}`,
        orderIds.map((orderId) => ({ orderId })),
      )
      if (kind === 'confirmed') await foldWhatCan(trx, orderIds, log)
    }
    return rows
  })
  onSold?.(ordersOf(notices, 'confirmed'))
  return notices.length
}

function ordersOf(notices: readonly { order_id: string; kind: string }[], kind: string): string[] {
  return notices.filter((notice) => notice.kind === kind).map(({ order_id }) => order_id)
}
