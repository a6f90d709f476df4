import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isDeadlock, isUniqueViolation } from '~/database/postgres-errors'
import type { SettingsSource } from '~/features/settings/server/public'
import { createTracedBatch } from '~/platform/telemetry/traced-batch'
import type { BookingSettler } from './booking-payments/settle-booking-payment'
import { type OpenedPayment, openPayments, type PaymentRequest } from './open-payments'
import type { ApprovedPayment, PaymentPort } from './payments/payment-port'
import { type ReserveOutcome, reserveBatch, type ReserveRequest } from './reserve-batch'
import { runWithTraces } from './store-traces'

interface SettleOutcome {
  /** settled: it was settled before, nothing changed. unknown: no payment has this reference. */
  outcome: 'confirmed' | 'returned' | 'settled' | 'unknown'
  orderId: string | null
}

// Requests per batch: above 256, a larger batch doesn't lower the cost per order and only adds waiting time.
const MAX_PER_BATCH = 256
const MAX_TRIES = 5

/**
 * Batches reservations, payment starts and settlements that arrive together when an event goes on sale. Each process
 * runs one batch of a kind at a time (reservations: one per event). Requests that arrive during a batch form the next one.
 * Create one instance per process.
 */
export interface Sales {
  reserve(request: ReserveRequest): Promise<ReserveOutcome>
  openPayment(request: PaymentRequest): Promise<OpenedPayment>
  /** Records an approved payment. Idempotent. */
  settle(approved: ApprovedPayment): Promise<SettleOutcome>
}

export function createSales(options: {
  db: Database
  payments: PaymentPort
  settings: Pick<SettingsSource, 'read'>
  bookings?: BookingSettler
}): Sales {
  const { db, payments, settings, bookings } = options
  const canPay = payments.provider !== 'none'
  const queues = new Map<string, ReturnType<typeof createQueue>>()
  // The last request by account and event. An account has one open order per event, so its requests run one after the
  // other, never in the same batch.
  const turns = new Map<string, Promise<unknown>>()
  const createQueue = (eventId: string) =>
    createTracedBatch<ReserveRequest, ReserveOutcome>({
      name: 'reserve orders',
      max: MAX_PER_BATCH,
      run: async (requests, traceparents) => {
        const { holdMinutes, feeBasisPoints, feeTaxPpm } = await settings.read()
        const terms = { holdMinutes, feeBasisPoints, feeTaxPpm, canPay }
        for (let tries = 1; ; tries++)
          try {
            return await runWithTraces(
              db,
              traceparents,
              (own) => reserveBatch(own, { eventId, terms, requests }),
              (outcomes) =>
                outcomes.map((result, index) => ({
                  orderId: result.outcome === 'reserved' ? result.order.id : undefined,
                  traceparent: traceparents[index],
                })),
            )
          } catch (error) {
            // On a collision with another process that reserved for the same account, tries again. The request then
            // sees the other order and replaces it.
            const isCollision = isUniqueViolation(error, 'orders_one_open') || isDeadlock(error)
            if (requests.length > 1 || !isCollision || tries === MAX_TRIES) throw error
          }
      },
    })

  return {
    async reserve(request) {
      const queue = queues.get(request.eventId) ?? createQueue(request.eventId)
      queues.set(request.eventId, queue)
      const turn = request.customerId + request.eventId
      const before = turns.get(turn)
      const outcome = before ? before.then(() => queue(request)) : queue(request)
      const done = outcome.catch(() => undefined)
      turns.set(turn, done)
      try {
        return await outcome
      } finally {
        if (turns.get(turn) === done) turns.delete(turn)
        // Removes idle events, so that the map only holds those on sale at this moment.
        if (queue.size() <= 1) setImmediate(() => queue.size() === 0 && queues.delete(request.eventId))
      }
    },
    openPayment: createTracedBatch<PaymentRequest, OpenedPayment>({
      name: 'open payments',
      max: MAX_PER_BATCH,
      run: (requests) => openPayments({ db, payments }, requests),
    }),
    settle: createTracedBatch<ApprovedPayment, SettleOutcome>({
      name: 'settle payments',
      max: MAX_PER_BATCH,
      run: (approved, traceparents) =>
        settleBatch({ db, bookings }, payments.provider, { approved, traceparents }),
    }),
  }
}

/** Settles payments in one statement, in the given order (see LOCKING.md). Returns one outcome per payment. */
async function settleBatch(
  { db, bookings }: { db: Database; bookings: BookingSettler | undefined },
  provider: string,
  {
    approved,
    traceparents,
  }: {
    approved: readonly ApprovedPayment[]
    traceparents: ReadonlyArray<string | undefined>
  },
): Promise<SettleOutcome[]> {
  const places = new Map<string, number>()
  const distinct: ApprovedPayment[] = []
  const placeOf = approved.map((payment) => {
    const known = places.get(payment.reference)
    if (known !== undefined) return known
    places.set(payment.reference, distinct.length)
    return distinct.push(payment) - 1
  })
  const settle = sql<{
    slot: number
    outcome: SettleOutcome['outcome'] | 'booking'
    order_id: string | null
  }>`
    select * from settle_payments(
      ${provider}, ${distinct.map(({ reference }) => reference)}::text[],
      ${distinct.map(({ amountCents }) => amountCents)}::integer[])
  `
  const { rows } = await runWithTraces(
    db,
    traceparents,
    (own) => settle.execute(own),
    (settled) =>
      settled.rows.map(({ slot, order_id: orderId }) => ({
        orderId,
        traceparent: traceparents[placeOf.indexOf(slot - 1)],
      })),
  )
  // Each payment is settled once, so no other batch updates the same rows.
  const settled = rows.filter(({ outcome }) => outcome === 'confirmed' || outcome === 'returned')
  await recordMethods(
    db,
    provider,
    settled.flatMap(({ slot }) => distinct[slot - 1] ?? []),
  )
  const bySlot = new Map<number, SettleOutcome>()
  for (const { slot, outcome, order_id: orderId } of rows) {
    const payment = distinct[slot - 1]
    if (outcome !== 'booking') bySlot.set(slot, { outcome, orderId })
    else if (payment !== undefined && bookings !== undefined)
      bySlot.set(slot, { outcome: await bookings.settle(provider, payment), orderId })
  }
  return placeOf.map((place) => {
    const outcome = bySlot.get(place + 1)
    if (!outcome) throw new Error('The database returned no result for a payment')
    return outcome
  })
}

/** Stores the payment methods, except for a deleted account, whose methods were erased. */
async function recordMethods(
  db: Database,
  provider: string,
  approved: readonly ApprovedPayment[],
): Promise<void> {
  const known = approved.filter(({ method }) => method !== undefined)
  if (known.length === 0) return
  await sql`
    update payments p set method = x.method
    from unnest(${known.map(({ reference }) => reference)}::text[], ${known.map(({ method }) => method)}::text[]) x(reference, method)
    where p.provider = ${provider} and p.provider_reference = x.reference
      and exists (select from orders o where o.id = p.order_id and o.customer_id is not null)`.execute(db)
}
