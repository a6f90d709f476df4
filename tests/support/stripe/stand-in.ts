import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import type { AccountSetup } from './account-shapes'
import type { Card } from './shapes'
import { StandInError } from './errors'
import type { Parameters } from './parameters'
import { type Call, createPayments } from './payments'

/** A disturbance of the next call, instead of a normal response. */
export type Disturbance =
  /** The call has no effect. */
  | { kind: 'fails'; status: number; code?: string }
  /** The call has its effect, but the connection ends without an answer. */
  | { kind: 'loses_response' }
  /** The call waits, then continues. */
  | { kind: 'waits'; until: Promise<void> }
  /** The call has its effect, and its response waits. */
  | { kind: 'waits_to_respond'; until: Promise<void> }

export interface SignedWebhook {
  event: Stripe.Event
  body: string
  headers: Record<string, string>
}

interface StandInOptions {
  webhookSecret?: string
  now?: () => Date
  /** Responds with 429 above this number of calls in one second of `now`. */
  callsPerSecond?: number
  /** How long each answer takes; for benchmarks. */
  latencyMs?: number
}

const KEY_LIFE_MS = 24 * 60 * 60 * 1000

/**
 * Starts a server that behaves like Stripe's API for PaymentIntents, refunds, Connect, balance transactions and events, with
 * state, idempotency keys that expire after a day, and signed webhooks. The `stripe` library connects with `address`.
 */
export async function startStripeStandIn({
  webhookSecret = 'whsec_test',
  now = () => new Date(),
  callsPerSecond = Number.POSITIVE_INFINITY,
  latencyMs = 0,
}: StandInOptions = {}) {
  const payments = createPayments(now)
  const calls: Call[] = []
  const disturbances: { path: RegExp; disturbance: Disturbance }[] = []
  const responses = new Map<string, { call: Call; requestId: string; at: number; result: Result }>()
  let taken = 0
  let refused = 0
  let second = { start: 0, calls: 0 }

  function checkRate(): void {
    const start = Math.floor(now().getTime() / 1000)
    if (second.start !== start) second = { start, calls: 0 }
    second.calls += 1
    if (second.calls <= callsPerSecond) return
    refused += 1
    throw new StandInError(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests',
    })
  }

  /** Answers a repeated idempotency key as the first time, errors included; another call with the key is refused. */
  function run(call: Call, requestId: string): Result {
    checkRate()
    const { idempotencyKey: key } = call
    const before = key === undefined ? undefined : responses.get(key)
    if (before !== undefined && now().getTime() - before.at < KEY_LIFE_MS) {
      const headers = { 'idempotent-replayed': 'true', 'original-request': before.requestId }
      if (JSON.stringify(before.call) === JSON.stringify(call)) return { ...before.result, headers }
      throw new StandInError(400, {
        type: 'idempotency_error',
        message: 'The key was used with other parameters',
      })
    }
    const result = catchError(() => ({ status: 200, body: payments.handle(call) }))
    if (key !== undefined) responses.set(key, { call, requestId, at: now().getTime(), result })
    return result
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    const requestId = `req_${calls.push(call)}`
    const place = disturbances.findIndex(({ path }) => path.test(`${call.method} ${call.path}`))
    const [found] = place === -1 ? [] : disturbances.splice(place, 1)
    const disturbance = found?.disturbance
    if (disturbance?.kind === 'waits') await disturbance.until
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs))
    const { status, body, headers }: Result =
      disturbance?.kind === 'fails'
        ? {
            status: disturbance.status,
            body: { error: { type: 'api_error', code: disturbance.code, message: 'An error of Stripe' } },
          }
        : catchError(() => run(call, requestId))
    if (disturbance?.kind === 'waits_to_respond') await disturbance.until
    const text = JSON.stringify(body)
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'request-id': requestId,
      ...headers,
    })
    if (disturbance?.kind === 'loses_response')
      // After the first byte: the library itself repeats a call whose connection ended before that.
      response.write(text.slice(0, 1), () => request.socket.destroy())
    else response.end(text)
  }

  function sign(event: Stripe.Event): SignedWebhook {
    const body = JSON.stringify(event)
    const timestamp = Math.floor(now().getTime() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: webhookSecret,
      timestamp,
    })
    return { event, body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
  }

  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: { host: '127.0.0.1', port, protocol: 'http' as const },
    calls: calls as readonly Call[],
    /** Disturbs the next call whose method and path match, such as `/POST .*refunds/`. */
    disturb: (path: RegExp, disturbance: Disturbance) => void disturbances.push({ path, disturbance }),
    /** Pays as Stripe.js does in the browser. A decline is no error here. */
    confirm: (reference: string, card: Card) => payments.confirm(reference, card),
    /**
     * Decides a payment as the bank does: after its form, which Stripe.js shows in the browser, or days after a
     * direct debit.
     */
    decide: (id: string, outcome: 'succeeds' | 'fails') => payments.decide(id, outcome),
    /** Accepts or rejects a pending refund, as the buyer's bank does. */
    settleRefund: (id: string, status: 'succeeded' | 'failed') => payments.settleRefund(id, status),
    /** Opens a dispute, as the buyer's bank does; `reason` is Stripe's code. */
    openDispute: (reference: string, reason: string, amount?: number) =>
      payments.openDispute(reference, reason, amount),
    /** Changes a dispute as the bank does, and emits `charge.dispute.updated`. */
    changeDispute: (id: string, change?: (dispute: Stripe.Dispute) => void) =>
      payments.changeDispute(id, change),
    /**
     * Sets the state of an account, as if the payee had used Stripe's setup pages or Stripe had decided about the
     * account.
     */
    setAccount: (id: string, setup: AccountSetup) => payments.setAccount(id, setup),
    /** Deletes the account, as in Stripe's dashboard. */
    closeAccount: (id: string) => payments.closeAccount(id),
    /** Sets whether the platform has signed up for Connect. */
    setConnect: (status: 'on' | 'off') => payments.setConnect(status),
    listTransfers: () => payments.listTransfers(),
    closeDispute: (id: string, status: 'won' | 'lost') => payments.closeDispute(id, status),
    setBalance: (balance: 'empty' | 'filled') => payments.setBalance(balance),
    findIntent: payments.findIntent,
    readMoney: (reference: string) => payments.readMoney(reference),
    /** Returns how many calls were refused because they exceeded the rate. */
    countRefused: () => refused,
    /** Discards the disturbances that were not used. */
    calm: () => void disturbances.splice(0),
    /** Returns all webhooks about a PaymentIntent so far, signed now. */
    listWebhooks: (reference: string): SignedWebhook[] => {
      const id = payments.findIntent(reference)?.id
      return payments.events.filter(({ data }) => 'id' in data.object && data.object.id === id).map(sign)
    },
    /**
     * Returns the webhooks since the last call, signed now, oldest first. The test delivers, repeats, reorders or drops
     * them.
     */
    takeWebhooks(): SignedWebhook[] {
      const taking = payments.events.slice(taken)
      taken = payments.events.length
      return taking.map(sign)
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Result {
  status: number
  body: object
  headers?: Record<string, string>
}

function catchError(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof StandInError)) throw error
    return { status: error.status, body: { error: error.body } }
  }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const form =
    request.method === 'GET' ? url.searchParams : new URLSearchParams(Buffer.concat(chunks).toString())
  const key = request.headers['idempotency-key']
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    parameters: parseForm(form),
    idempotencyKey: typeof key === 'string' ? key : undefined,
  }
}

function parseForm(form: URLSearchParams): Parameters {
  const parameters: Parameters = {}
  for (const [name, value] of form) {
    const names = name.split(/[[\]]+/).filter(Boolean)
    const last = names.pop() ?? name
    let inner = parameters
    for (const outer of names) {
      const existing = inner[outer]
      inner = typeof existing === 'object' ? existing : (inner[outer] = {})
    }
    inner[last] = value
  }
  return parameters
}
