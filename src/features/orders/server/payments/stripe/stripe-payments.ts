import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { Database } from '~/database/connect'
import type { PayeePort } from '~/features/payees/server/public'
import { LowBalanceError, ProviderUnavailableError } from '~/lib/payment-errors'
import type { StripeConfiguration } from '~/platform/config/stripe-configuration'
import type { Limits } from '~/platform/limits/limits'
import { updateSpan, withSpan } from '~/platform/telemetry/tracing'
import type { ApprovedPayment, PaymentPort, ProviderPayment, RefundRequest } from '../payment-port'
import { recordUnpaid } from '../record-unpaid'
import { createCallBudget } from './call-budget'
import { type CallFigures, createCallTimes } from './call-times'
import { createStripeDisputes, type StripeDisputes } from './stripe-disputes'
import { listStripeFees } from './stripe-fees'
import { hasStripeCode, hasStripeType, isTemporary } from './stripe-errors'
import { toProviderPayment } from './stripe-intents'
import { createStripePayees } from './stripe-payees'
import { type FoundRefund, toProviderRefund } from './stripe-refunds'
import { EVENT_KINDS, type ProviderEvent, toProviderEvent } from './webhooks/provider-event'

// How long to wait for Stripe: longer than it takes on a bad day, shorter than a buyer waits after pressing a button.
const PATIENCE_MS = 8_000
// Stripe allows 100 calls per second with live keys, 25 with test keys.
const LIVE_CALLS_PER_SECOND = 100
const TEST_CALLS_PER_SECOND = 25
// The number of payments to look up at Stripe per run. Few, because buyers share the same limit of calls.
const PER_SWEEP = 10

export interface StripePayments extends PaymentPort {
  provider: 'stripe'
  publishableKey: string
  isLive: boolean
  /** Stripe's limit, which all processes share. */
  callsPerSecond: number
  readCallFigures(): CallFigures
  /** Creates the PaymentIntent of a payment, or returns the existing one. The browser pays with its secret. */
  createIntent(payment: NewIntent): Promise<string>
  /** Reads a webhook; undefined if its signature or its time is not valid. */
  readEvent(body: Buffer, signature: string): Promise<ProviderEvent | undefined>
  /** Lists Stripe's reports since a time (in seconds since 1970), of the kinds that we handle. */
  listEvents(since: number): Promise<ProviderEvent[]>
  readRefund(id: string): Promise<FoundRefund>
  disputes: StripeDisputes
  payees: PayeePort
}

interface NewIntent {
  reference: string
  amountCents: number
  /** ISO 4217, in upper case. */
  currency: string
  /** The text for the payment in Stripe's dashboard. */
  description: string
}

export function isStripe(payments: PaymentPort): payments is StripePayments {
  return payments.provider === 'stripe'
}

interface StripeOptions {
  db: Database
  limits: Pick<Limits, 'consume'>
  config: StripeConfiguration
  /** The address of the site, which Stripe's pages lead back to. */
  publicUrl: string
  patienceMs?: number
  callsPerSecond?: number
}

/** Creates the payment provider for Stripe, with card payments and payouts (ADR 0042). */
export function createStripePayments({
  db,
  limits,
  config,
  publicUrl,
  patienceMs = PATIENCE_MS,
  callsPerSecond = config.isLive ? LIVE_CALLS_PER_SECOND : TEST_CALLS_PER_SECOND,
}: StripeOptions): StripePayments {
  const takeTurn = createCallBudget({ limits, callsPerSecond, patienceMs })
  const times = createCallTimes()
  let client: Promise<Stripe> | undefined

  /** @throws ProviderUnavailableError if the same call may succeed later */
  async function call<Result>(run: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    client ??= loadClient(config, patienceMs)
    const stripe = await client
    await takeTurn()
    try {
      return await times.measure(() => withSpan('Stripe', { kind: 'client' }, () => run(stripe)))
    } catch (error) {
      if (isTemporary(error)) throw new ProviderUnavailableError('Stripe did not answer', { cause: error })
      throw error
    }
  }

  async function findIntentId(reference: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('payments')
      .select('provider_payment_id')
      .where('provider', '=', 'stripe')
      .where('provider_reference', '=', reference)
      .executeTakeFirst()
    return row?.provider_payment_id ?? undefined
  }

  async function findIntent(reference: string): Promise<Stripe.PaymentIntent | undefined> {
    const id = await findIntentId(reference)
    return id === undefined ? undefined : retrieve(id)
  }

  const retrieve = (intentId: string) =>
    call((stripe) => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))

  /**
   * Cancels a payment, so that the buyer can no longer pay. Returns its state afterwards: the buyer may just have
   * paid.
   */
  async function cancel(intentId: string): Promise<ProviderPayment> {
    try {
      return toProviderPayment(await call((stripe) => stripe.paymentIntents.cancel(intentId)))
    } catch (error) {
      if (!hasStripeCode(error, 'payment_intent_unexpected_state')) throw error
      return toProviderPayment(await retrieve(intentId))
    }
  }

  return {
    provider: 'stripe',
    publishableKey: config.publishableKey,
    isLive: config.isLive,
    callsPerSecond,
    readCallFigures: () => times.read(),
    createReference: () => `b2b_${randomBytes(20).toString('hex')}`,
    toPagePath: (reference) => `/pay/stripe/${reference}`,
    async find(reference) {
      const intent = await findIntent(reference)
      return intent === undefined ? undefined : toProviderPayment(intent)
    },
    async createIntent({ reference, amountCents, currency, description }) {
      const intent =
        (await findIntent(reference)) ??
        (await call((stripe) =>
          stripe.paymentIntents.create(
            {
              amount: amountCents,
              currency: currency.toLowerCase(),
              automatic_payment_methods: { enabled: true },
              description,
              metadata: { reference },
            },
            { idempotencyKey: reference },
          ),
        ))
      if (intent.client_secret === null)
        throw new Error(`The PaymentIntent ${intent.id} has no client secret`)
      // The id is stored before the browser gets the secret. So a payment without this id was never paid.
      await sql`
        update payments set provider_payment_id = ${intent.id}, check_at = clock_timestamp() + interval '1 minute'
        where provider = 'stripe' and provider_reference = ${reference} and provider_payment_id is null
      `.execute(db)
      return intent.client_secret
    },
    /**
     * Looks up payments whose check is due, cancels those of ended orders, and records all states except approvals.
     */
    async listApproved(limit) {
      const due = await claimDuePayments(db, Math.min(limit, PER_SWEEP))
      const found = await Promise.allSettled(
        due.map(async ({ reference, intentId, isOver }): Promise<ApprovedPayment[]> => {
          const payment = isOver ? await cancel(intentId) : toProviderPayment(await retrieve(intentId))
          if (payment.status === 'approved')
            return [{ reference, amountCents: payment.amountCents, method: payment.method }]
          await recordUnpaid(db, { provider: 'stripe', reference, payment })
          return []
        }),
      )
      const failed = found.find((result) => result.status === 'rejected')
      if (failed !== undefined && found.every(({ status }) => status === 'rejected')) throw failed.reason
      return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    },
    // Settling a payment already ends its checks.
    acknowledge: async () => undefined,
    async refund({ refundId, reference, amountCents, isRepeat }) {
      const paymentIntent = await findPaidIntentId(reference)
      const before = isRepeat ? await listRefunds(paymentIntent, refundId) : []
      const made = before.find(({ status }) => status !== 'failed' && status !== 'canceled')
      const refund =
        made ??
        (await call((stripe) =>
          stripe.refunds.create(
            { payment_intent: paymentIntent, amount: amountCents, metadata: { refund: refundId } },
            // The key differs after each failure: for the same key, Stripe would return the failed refund.
            { idempotencyKey: [refundId, ...before.map((earlier) => earlier.id)].join('-after-') },
          ),
        ))
      if (refund.status === 'pending' && refund.pending_reason === 'insufficient_funds')
        throw new LowBalanceError(
          'The site’s balance at Stripe doesn’t cover this refund yet. Add money to it in Stripe’s dashboard.',
        )
      return refund.id
    },
    async readEvent(body, signature) {
      const { Stripe } = await import('stripe')
      for (const secret of config.webhookSecrets)
        try {
          return toProviderEvent(Stripe.webhooks.constructEvent(body, signature, secret))
        } catch (error) {
          if (!hasStripeType(error, 'StripeSignatureVerificationError')) throw error
        }
      return undefined
    },
    async listEvents(since) {
      const events: ProviderEvent[] = []
      for (let after: string | undefined; ;) {
        const page = await call((stripe) =>
          stripe.events.list({
            created: { gte: since },
            types: [...EVENT_KINDS],
            limit: 100,
            ...(after === undefined ? {} : { starting_after: after }),
          }),
        )
        events.push(...page.data.map(toProviderEvent))
        after = page.data.at(-1)?.id
        if (!page.has_more || after === undefined) return events
      }
    },
    listFees: (since) => listStripeFees(call, since),
    disputes: createStripeDisputes(call),
    payees: createStripePayees(call, publicUrl),
    readRefund: async (id) => toProviderRefund(await call((stripe) => stripe.refunds.retrieve(id))),
  }

  async function listRefunds(paymentIntent: string, refundId: string): Promise<Stripe.Refund[]> {
    const { data } = await call((stripe) =>
      stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 }),
    )
    return data.filter(({ metadata }) => metadata?.['refund'] === refundId)
  }

  async function findPaidIntentId(reference: RefundRequest['reference']): Promise<string> {
    const id = await findIntentId(reference)
    if (id === undefined) throw new Error(`The payment ${reference} was never paid with Stripe`)
    return id
  }
}

async function loadClient(config: StripeConfiguration, timeout: number): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const stripe = new Stripe(config.secretKey, {
    ...config.api,
    timeout,
    // Stripe's library must not retry: only our own retries know about earlier attempts.
    maxNetworkRetries: 0,
    telemetry: false,
  })
  // Stripe emits this event within the trace span of the call.
  stripe.on('request', ({ method, path }: { method: string; path: string }) =>
    updateSpan({ name: formatSpanName(method, path) }),
  )
  return stripe
}

/** Returns `Stripe POST /v1/refunds`, without ids and query. */
function formatSpanName(method: string, path: string): string {
  return `Stripe ${method} ${path.replace(/\?.*$/, '').replaceAll(/\/[a-z]+_\w*\d\w*/gi, '/:id')}`
}

interface DuePayment {
  reference: string
  intentId: string
  /** Whether the order or the booking no longer waits for this payment. */
  isOver: boolean
}

/**
 * Claims payments whose check is due, by moving the next check into the future: after a minute, then at twice the age,
 * so another process doesn't check them too.
 */
async function claimDuePayments(db: Database, limit: number): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    with due as (
      select id from payments where provider = 'stripe' and check_at <= clock_timestamp()
      order by check_at limit ${limit} for no key update skip locked
    )
    update payments p set check_at = clock_timestamp() + greatest(interval '1 minute', clock_timestamp() - p.created_at)
    from due where p.id = due.id
    returning p.provider_reference as reference, p.provider_payment_id as "intentId",
      coalesce((select o.status <> 'reserved' from orders o where o.id = p.order_id),
        (select b.status not in ('confirmed', 'completed') or p.purpose = 'deposit' and exists (
            select from payments x where x.booking_id = b.id and x.purpose = 'deposit' and x.status = 'approved')
          from bookings b where b.id = p.booking_id)) as "isOver"
  `.execute(db)
  return rows
}
