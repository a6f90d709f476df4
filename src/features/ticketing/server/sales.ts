import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import { createMicroBatch } from '~/lib/micro-batch'
import type { Logger } from '~/platform/log/log'
import { type OpenedPayment, openPayments, type PaymentRequest } from './open-payments'
import type { ApprovedPayment, PaymentPort } from './payments/port'
import { type ReserveOutcome, reserveBatch, type ReserveRequest } from './reserve-batch'
import { type SettleOutcome, settleBatch } from './settle-batch'

// More would only make everybody in the batch wait longer; at 256 the cost per order has long been flat.
const MOST_PER_BATCH = 256

/**
 * The commands that everybody gives at the same moment when a night goes on sale. Each has one batch under way per
 * process (reservations: per event), and whatever arrives meanwhile travels in the next. One value per process.
 */
export interface Sales {
  reserve(request: ReserveRequest): Promise<ReserveOutcome>
  openPayment(request: PaymentRequest): Promise<OpenedPayment>
  /** Money has arrived. Safe to call again and again with the same payment. */
  settle(approved: ApprovedPayment): Promise<SettleOutcome>
}

export function createSales(options: {
  db: Database
  payments: PaymentPort
  settings: Pick<SettingsSource, 'read'>
  log: Logger
}): Sales {
  const { db, payments, settings, log } = options
  const canPay = payments.provider !== 'none'
  const queues = new Map<string, ReturnType<typeof queueOf>>()
  const queueOf = (eventId: string) =>
    createMicroBatch<ReserveRequest, ReserveOutcome>({
      max: MOST_PER_BATCH,
      // Fee and hold as they stand at this moment; the order keeps them.
      run: async (requests) => {
        const { holdMinutes, feeBasisPoints } = await settings.read()
        return reserveBatch(db, { eventId, terms: { holdMinutes, feeBasisPoints, canPay }, requests })
      },
    })

  return {
    async reserve(request) {
      const queue = queues.get(request.eventId) ?? queueOf(request.eventId)
      queues.set(request.eventId, queue)
      try {
        return await queue(request)
      } finally {
        // Nobody else waits: forget the event, so that the map holds only what is being sold at this moment.
        if (queue.size() <= 1) setImmediate(() => queue.size() === 0 && queues.delete(request.eventId))
      }
    },
    openPayment: createMicroBatch<PaymentRequest, OpenedPayment>({
      max: MOST_PER_BATCH,
      run: (requests) => openPayments({ db, payments, log }, requests),
    }),
    settle: createMicroBatch<ApprovedPayment, SettleOutcome>({
      max: MOST_PER_BATCH,
      run: (approved) => settleBatch(db, payments.provider, approved),
    }),
  }
}
