import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SECRET } from '../../bench/harness/processes'
import { type Buyer, insertBuyers, openSale, type Sale } from '../../bench/harness/sale'
import { connect, type Database } from '~/database/connect'
import { createLog } from '~/platform/log/log'
import { startOpenTelemetry, type Telemetry } from '~/platform/telemetry/open-telemetry'
import { recordStatement } from '~/platform/telemetry/tracing'
import { startTestApp } from '~tests/support/app'
import { createTestDatabase } from '~tests/support/database'
import { type ReceivedSpan, startCollector } from '~tests/support/otlp-collector'

let collector: Awaited<ReturnType<typeof startCollector>>
let telemetry: Telemetry
let empty: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let app: Awaited<ReturnType<typeof startTestApp>>
let sale: Sale
let freeSale: Sale
let buyers: Buyer[]

beforeAll(async () => {
  collector = await startCollector()
  telemetry = startOpenTelemetry(
    { endpoint: collector.endpoint, serviceName: 'box-office', traceShare: 1 },
    createLog({ level: 'silent' }),
  )
  empty = await createTestDatabase()
  buyers = await insertBuyers(empty.db, 3)
  freeSale = await openSale(empty.db, { stock: 100, priceCents: 0 })
  sale = await openSale(empty.db, { stock: 100, priceCents: 2_000 })
  db = connect({ url: empty.url, poolSize: 8, log: recordStatement })
  app = await startTestApp({ secret: SECRET, on: { db, url: empty.url } })
})
afterAll(async () => {
  await app.stop()
  await telemetry.stop()
  await db.destroy()
  await empty.drop()
  await collector.stop()
})

async function call(buyer: Buyer, name: string, input: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.address}/api/rpc/${name}`, {
    method: 'POST',
    headers: {
      cookie: buyer.cookie,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': app.someAddress(),
      ...headers,
    },
    body: JSON.stringify({ json: input }),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { json: Record<string, string> }).json
}

function reserve(buyer: Buyer, { eventId, ticketTypeId }: Sale) {
  const items = [{ ticketTypeId, quantity: 1 }]
  return call(buyer, 'orders/reserve', { eventId, clientKey: crypto.randomUUID(), items })
}

const listTrace = ({ traceId }: Pick<ReceivedSpan, 'traceId'>) =>
  collector.spans.filter((span) => span.traceId === traceId)

/** Waits until `count` spans with this name have arrived that aren't in `known`. */
function waitForSpans(
  name: string,
  count: number,
  known: readonly ReceivedSpan[] = [],
): Promise<ReceivedSpan[]> {
  return vi.waitUntil(() => {
    const found = collector.spans.filter((span) => span.name === name && !known.includes(span))
    return found.length >= count ? found : undefined
  })
}

/**
 * Expects one root span, and that the parent of every other span is in the trace. Returns the names of the spans from
 * `leaf` up to the root.
 */
function expectTree(spans: readonly ReceivedSpan[], leaf: ReceivedSpan): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId)
  const orphans = spans.filter(({ parentSpanId }) => parentSpanId && !byId.has(parentSpanId))
  expect({ roots: roots.length, orphans: orphans.map(({ name }) => name) }).toEqual({ roots: 1, orphans: [] })
  const names: string[] = []
  for (let at: ReceivedSpan | undefined = leaf; at; at = byId.get(at.parentSpanId ?? '')) names.push(at.name)
  return names
}

test('the request that pays an order, its statements, its job and its email are one trace', async () => {
  const [buyer] = buyers
  if (!buyer) throw new Error('there is no buyer')
  const { id: orderId } = await reserve(buyer, sale)
  const { redirectUrl = '' } = await call(buyer, 'orders/startPayment', { orderId })
  await call(buyer, 'orders/sandbox/decide', {
    reference: redirectUrl.split('/').at(-1),
    decision: 'approve',
  })
  const [email] = await waitForSpans('send email', 1)
  const [request] = await waitForSpans('orders.sandbox.decide', 1)
  if (!email || !request) throw new Error('there is no span')
  expect(email.traceId).toBe(request.traceId)
  const trace = listTrace(email)
  expect(expectTree(trace, email)).toEqual(['send email', 'tickets.confirmed', 'orders.sandbox.decide'])
  const settled = trace.find(({ name }) => name === 'select settle_payments')
  expect(settled && expectTree(trace, settled)).toEqual([
    'select settle_payments',
    'settle payments',
    'orders.sandbox.decide',
  ])
  expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
})

test('each order of a batch has its email in the trace of its own request', async () => {
  const known = [...collector.spans]
  await Promise.all(buyers.map((buyer) => reserve(buyer, freeSale)))
  const emails = await waitForSpans('send email', buyers.length, known)
  const requests = await waitForSpans('orders.reserve', buyers.length, known)
  expect(new Set(emails.map(({ traceId }) => traceId))).toEqual(
    new Set(requests.map(({ traceId }) => traceId)),
  )
  for (const email of emails)
    expect(expectTree(listTrace(email), email)).toEqual(['send email', 'tickets.confirmed', 'orders.reserve'])
})

test('a call and a raw route name their request, and files and monitors have no span', async () => {
  const known = [...collector.spans]
  for (const path of ['/hello.txt', '/healthz', '/metrics', '/events/none/stock', '/api/v1/nowhere'])
    await fetch(`${app.address}${path}`, { headers: { 'x-forwarded-for': app.someAddress() } })
  await waitForSpans('GET', 1, known)
  const requests = collector.spans.filter((span) => !known.includes(span) && span.kind === 2)
  expect(requests.map(({ name }) => name).toSorted()).toEqual(['GET', 'GET /events/:id/stock'])
})

test('no span contains the buyer or the session', async () => {
  await waitForSpans('send email', 1)
  const text = JSON.stringify(collector.spans)
  expect(text).toContain('orders.reserve')
  for (const secret of [
    '@bench.example',
    'A Buyer',
    ...buyers.map(({ cookie }) => cookie.split('=')[1] ?? ''),
  ])
    expect(text).not.toContain(secret)
})

test('traces name the service and its processes', () => {
  expect(collector.paths).toEqual(new Set(['/v1/traces']))
  expect(collector.resources[0]).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'box-office' },
  })
})
