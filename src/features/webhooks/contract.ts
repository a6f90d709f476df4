import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { defineCalls, id, instant, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import { PROBLEMS } from './rules/delivery-attempt'
import { MAX_ENDPOINTS, MAX_URL_LENGTH } from './rules/endpoint-url'
import { WEBHOOK_KINDS } from './rules/webhook-kind'

const own = defineCalls('webhooks', 'member')

const kinds = z
  .array(z.enum(WEBHOOK_KINDS))
  .min(1, 'Choose at least one message.')
  .max(WEBHOOK_KINDS.length)
  .transform((chosen) => [...new Set(chosen)])

export const endpoint = z.object({
  id: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(WEBHOOK_KINDS)),
  createdAt: instant,
  /** The time since which every attempt has failed; null if the last attempt was successful. */
  failingSince: instant.nullable(),
  /** The time at which the endpoint was turned off; null while it is on. */
  disabledAt: instant.nullable(),
  /**
   * `owner`: the owner turned the endpoint off. `gone`: it responded with 410. `failing`: every attempt failed for
   * five days.
   */
  disabledReason: z.enum(['owner', 'gone', 'failing']).nullable(),
})
export type Endpoint = z.output<typeof endpoint>

export const delivery = z.object({
  /** The id of the message. The requests that deliver it have this id in the header `webhook-id`. */
  id: z.string(),
  kind: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  createdAt: instant,
  attempts: z.int(),
  lastAttemptAt: instant.nullable(),
  /** The time of the next attempt; null unless the state is `waiting`. */
  nextAttemptAt: instant.nullable(),
  /** The HTTP status of the last response; null if there was no response. */
  lastStatus: z.int().nullable(),
  lastProblem: z.enum(PROBLEMS).nullable(),
})
export type Delivery = z.output<typeof delivery>

const reauthentication = {
  REAUTHENTICATION_REQUIRED: { status: 403, message: 'Confirm that it’s you first.' },
}
const endpointNotFound = { NOT_FOUND: { status: 404, message: 'Webhook not found.' } }
const off = { WEBHOOK_OFF: { status: 409, message: 'This webhook is off. Turn it on first.' } }
const secret = z.string().describe('Starts with whsec_. It is shown only in this response.')

export const webhooksContract = {
  list: own('GET', '/webhooks', 'List your webhooks').output(z.object({ endpoints: z.array(endpoint) })),

  create: own('POST', '/webhooks', 'Add a webhook; the response has its secret, once')
    .errors({
      ...reauthentication,
      BAD_URL: {
        status: 422,
        message: 'Enter a public address that starts with https://.',
        data: z.object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) }),
      },
      /**
       * The account isn't verified. Its email or phone may belong to another person, who would not know about the
       * webhook.
       */
      VERIFY_FIRST: { status: 403, message: 'Verify your email or phone before you add a webhook.' },
      LIMIT_REACHED: {
        status: 409,
        message: `You have ${MAX_ENDPOINTS} webhooks. Remove one first.`,
      },
    })
    .input(z.object({ url: z.string().trim().max(MAX_URL_LENGTH), kinds }))
    .output(z.object({ endpoint, secret })),

  update: own('PATCH', '/webhooks/{id}', 'Choose the messages of a webhook, or turn it on or off')
    .errors({ ...reauthentication, ...endpointNotFound })
    .input(z.object({ id, kinds: kinds.optional(), isOn: z.boolean().optional() }))
    .output(z.object({ endpoint })),

  remove: own('DELETE', '/webhooks/{id}', 'Remove a webhook and its log')
    .errors(endpointNotFound)
    .input(z.object({ id }))
    .output(z.object({})),

  rotateSecret: own(
    'POST',
    '/webhooks/{id}/secret',
    'Create a new secret; the old one also signs for 24 hours, unless it leaked',
  )
    .errors({ ...reauthentication, ...endpointNotFound })
    .input(
      z.object({
        id,
        isLeaked: z
          .boolean()
          .default(false)
          .describe('True to stop signing with the old secret immediately, because it leaked.'),
      }),
    )
    .output(z.object({ secret })),

  test: own('POST', '/webhooks/{id}/test', 'Send a test message')
    .errors({ ...endpointNotFound, ...off })
    .input(z.object({ id }))
    .output(z.object({ deliveryId: z.string() })),

  deliveries: own('GET', '/webhooks/{id}/deliveries', 'The messages of the last 30 days, newest first')
    .errors(endpointNotFound)
    .input(z.object({ id, after: pageAfter(timeCursor), limit: pageLimit(100, 25) }))
    .output(z.object({ deliveries: z.array(delivery), nextCursor })),

  replay: own(
    'POST',
    '/webhooks/{id}/deliveries/{deliveryId}/replay',
    'Send a message again immediately, with the same id',
  )
    .errors({
      ...off,
      NOT_FOUND: { status: 404, message: 'Message not found. The log has the last 30 days.' },
      STILL_WAITING: { status: 409, message: 'This message is being sent. Try again in a minute.' },
    })
    .input(z.object({ id, deliveryId: id }))
    .output(z.object({})),
}
