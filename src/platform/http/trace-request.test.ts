import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOpenTelemetry } from '~/platform/telemetry/open-telemetry'
import { updateSpan } from '~/platform/telemetry/tracing'
import { startCollector } from '~tests/support/otlp-collector'
import type { RouteClass } from './metrics'
import { traceRequest } from './trace-request'

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

let collector: Awaited<ReturnType<typeof startCollector>>
beforeAll(async () => {
  collector = await startCollector()
})
afterAll(() => collector.stop())

/** Answers a request that brings a trace, and returns its span. */
async function trace(respond: (response: ServerResponse) => RouteClass, path = '/events') {
  const telemetry = startOpenTelemetry(
    { endpoint: collector.endpoint, serviceName: 'back-to-back', traceShare: 1 },
    { warn: () => {} },
  )
  const request = new IncomingMessage(new Socket())
  request.method = 'GET'
  request.headers['traceparent'] = TRACEPARENT
  const response = new ServerResponse(request)
  await traceRequest(request, response, { path, requestId: 'req-12345' }, async () => respond(response))
  await telemetry.stop()
  return collector.spans.at(-1)
}

test('begins a new trace, whatever the client sends', async () => {
  const own = await trace(() => 'page')
  expect(own?.parentSpanId).toBeUndefined()
  expect(TRACEPARENT).not.toContain(own?.traceId)
})

test('records method, path, request id, kind of route and status', async () => {
  const span = await trace((response) => {
    response.statusCode = 404
    return 'page_cached'
  })
  expect(span).toMatchObject({ name: 'GET page', kind: 2, status: { code: 0 } })
  expect(span?.attributes).toEqual([
    { key: 'http.request.method', value: { stringValue: 'GET' } },
    { key: 'url.path', value: { stringValue: '/events' } },
    { key: 'request.id', value: { stringValue: 'req-12345' } },
    { key: 'http.response.status_code', value: { intValue: 404 } },
    { key: 'route.class', value: { stringValue: 'page_cached' } },
  ])
})

test('a call names its request, and a server error marks it as failed', async () => {
  const span = await trace((response) => {
    updateSpan({ name: 'orders.reserve' })
    response.statusCode = 500
    return 'rpc'
  })
  expect(span).toMatchObject({ name: 'orders.reserve', status: { code: 2 } })
})
