import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { listOpenWaivers } from '~/features/events/server/public'
import { getLedgerTotals } from '~/features/ledger/server/public'
import { isStripe, type StripePayments } from '~/features/orders/server/public'
import { listSettlementCases, listWaitingSettlements } from '~/features/settlements/server/public'
import type { paymentsAttention } from '../../contract-payments'
import type { Context } from '../context'
import { PATIENCE_MINUTES } from '../attention/get-attention'
import { type PaymentColumns, paymentColumns, paymentJoins } from './payment-columns'

type Attention = z.input<typeof paymentsAttention>

const MAX_ROWS = 50

interface Counts {
  settled: number
  succeeded: number
  failing: number
  withoutResult: number
  disputes: number
}

const isFailing = sql`handled_at is null and last_error is not null`
/**
 * The condition for a payment without a result: the buyer pressed Pay minutes ago, and the provider has reported
 * nothing since. The client of a booking may take days, so a booking payment counts only if the scheduled check at
 * the provider is overdue.
 */
const isWithoutResult = sql`
  provider_payment_id is not null and status = 'started' and check_at is not null
  and case when booking_id is null then created_at else check_at end < now() - make_interval(mins => ${PATIENCE_MINUTES})`

/** Returns the payments, webhooks, disputes and requests that need an admin’s attention, the most urgent first. */
export async function getPaymentsAttention({
  db,
  now,
  payments: provider,
}: Pick<Context, 'db' | 'now' | 'payments'>): Promise<Attention> {
  const [
    stripe,
    ledger,
    counted,
    events,
    payments,
    disputes,
    openWaivers,
    waitingSettlements,
    settlementCases,
  ] = await Promise.all([
    isStripe(provider) ? getFigures(db, provider) : null,
    getLedgerTotals(db),
    countAttention(db),
    sql<Attention['failingEvents']['rows'][number]>`
      select id, kind as type, last_error as error, attempts, received_at as "receivedAt",
        case when next_attempt_at < now() + interval '1 year' then next_attempt_at end as "nextAttemptAt"
      from payment_events where ${isFailing} order by received_at limit ${sql.lit(MAX_ROWS)}`.execute(db),
    sql<PaymentColumns>`
      select ${paymentColumns}
      from (select * from payments where ${isWithoutResult} order by created_at limit ${sql.lit(MAX_ROWS)}) p
        ${paymentJoins}
      order by p.created_at`.execute(db),
    sql<Attention['openDisputes']['rows'][number]>`
      select d.id, p.provider_reference as reference, p.booking_id as "bookingId",
        coalesce(o.order_number, b.booking_number) as number, e.title as "eventTitle", d.amount_cents as "amountCents", e.currency,
        d.reason, d.due_by as "dueBy"
      from disputes d join payments p on p.id = d.payment_id left join orders o on o.id = p.order_id
        left join bookings b on b.id = p.booking_id join events e on e.id = coalesce(o.event_id, p.event_id)
      where d.status = 'open' order by d.due_by nulls last limit ${sql.lit(MAX_ROWS)}`.execute(db),
    listOpenWaivers(db, MAX_ROWS),
    listWaitingSettlements(db, now(), MAX_ROWS),
    listSettlementCases(db, now(), MAX_ROWS),
  ])
  return {
    stripe,
    ledger,
    lastDay: { count: counted.settled, succeeded: counted.succeeded },
    failingEvents: { count: counted.failing, rows: events.rows },
    withoutResult: { count: counted.withoutResult, rows: payments.rows },
    openDisputes: { count: counted.disputes, rows: disputes.rows },
    openWaivers,
    waitingSettlements,
    settlementCases,
  }
}

/** Returns the measurements of Stripe. For a webhook that isn't handled yet, its age counts as its duration. */
async function getFigures(db: Database, provider: StripePayments): Promise<Attention['stripe']> {
  const { rows } = await sql<{ p95: number | null; lastAt: Date | null }>`
    select max(received_at) as "lastAt", 1000 * percentile_disc(0.95) within group (
      order by extract(epoch from coalesce(handled_at, now()) - received_at)::float8) as p95
    from payment_events where received_at > now() - interval '24 hours'`.execute(db)
  const [row] = rows
  const { p95Ms, lastMinute } = provider.readCallFigures()
  return {
    isLive: provider.isLive,
    callP95Ms: p95Ms,
    callsLastMinute: lastMinute,
    callsPerSecond: provider.callsPerSecond,
    webhookP95Ms: row?.p95 == null ? null : Math.round(row.p95),
    lastWebhookAt: row?.lastAt ?? null,
  }
}

/**
 * Counts the settled payments of the last 24 hours, failing webhooks, payments without a result, and open disputes. A
 * payment whose buyer left before pressing Pay isn't counted.
 */
async function countAttention(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select day.settled, day.succeeded, failing.n as failing, waiting.n as "withoutResult", open.n as disputes
    from (select count(*) as settled, count(*) filter (where status = 'approved') as succeeded from payments
        where created_at > now() - interval '24 hours' and status <> 'started'
          and (status <> 'abandoned' or provider_payment_id is not null)) day,
      (select count(*) as n from payment_events where ${isFailing}) failing,
      (select count(*) as n from payments where ${isWithoutResult}) waiting,
      (select count(*) as n from disputes where status = 'open') open`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('count query returned no row')
  return counts
}
