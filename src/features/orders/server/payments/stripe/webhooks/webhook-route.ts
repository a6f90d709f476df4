import type { Database } from '~/database/connect'
import { createMicroBatch } from '~/lib/micro-batch'
import { createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import type { Logger } from '~/platform/log/log'
import type { PaymentPort } from '../../payment-port'
import { isStripe } from '../stripe-payments'
import type { ProviderEvent } from './provider-event'
import { storeEvents } from './store-events'

const MAX_BYTES = 256 * 1024
const MAX_PER_BATCH = 256

/**
 * Receives Stripe's webhooks at POST /api/webhooks/stripe: checks the signature, stores the report once and answers 200.
 * A job handles it. Never logs a body without a valid signature.
 */
export function createStripeWebhookRoute({
  db,
  payments,
  log,
}: {
  db: Database
  payments: PaymentPort
  log: Pick<Logger, 'warn'>
}): RawRoute {
  // After a rush, Stripe reports all payments within seconds. What arrives together is stored in one statement.
  const store = createMicroBatch<ProviderEvent, void>({
    max: MAX_PER_BATCH,
    run: async (events) => {
      await storeEvents(db, events)
      return events.map(() => undefined)
    },
  })
  return {
    methods: ['POST'],
    path: /^\/api\/webhooks\/stripe$/,
    kind: 'rest',
    access: 'public',
    isOpenToOtherSites: true,
    async handle({ scope, readBody }) {
      if (!isStripe(payments))
        return createErrorResponse(404, 'NOT_FOUND', 'Card payments are not configured.')
      const read = await readBody(MAX_BYTES, 'A webhook has at most 256 kB.')
      if ('problem' in read) return read.problem
      const event = await payments.readEvent(read.bytes, scope.headers.get('stripe-signature') ?? '')
      if (event === undefined) {
        log.warn({ ip: scope.ip }, 'a webhook of Stripe without a valid signature was refused')
        return createErrorResponse(400, 'BAD_SIGNATURE', 'The signature is not valid.')
      }
      await store(event)
      return {
        status: 200,
        headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
        body: '{}',
      }
    },
  }
}
