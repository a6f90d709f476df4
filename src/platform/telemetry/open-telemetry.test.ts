import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMetrics } from '~/platform/http/metrics'
import { startCollector } from '~tests/support/otlp-collector'
import { startOpenTelemetry } from './open-telemetry'
import { createTracedBatch } from './traced-batch'
import {
  addTraceparent,
  continueTrace,
  findTraceparent,
  recordStatement,
  runTracedJob,
  updateSpan,
  withSpan,
} from './tracing'

let collector: Awaited<ReturnType<typeof startCollector>>
beforeAll(async () => {
  collector = await startCollector()
})
afterAll(() => collector.stop())

const SERVICE = { serviceName: 'back-to-back', traceShare: 1 }
const silent = { warn: () => {} }
const statement = {
  level: 'query',
  query: CompiledQuery.raw('select 1 from events'),
  queryDurationMillis: 5,
} as const

/** Runs the work with telemetry, and returns the spans that were sent. */
async function record(run: () => Promise<unknown>, options: { traceShare?: number } = {}) {
  const before = collector.spans.length
  const telemetry = startOpenTelemetry({ endpoint: collector.endpoint, ...SERVICE, ...options }, silent)
  await run()
  await telemetry.stop()
  return collector.spans.slice(before)
}

test('without telemetry, work runs without spans', async () => {
  const run = async () => findTraceparent() ?? 'no trace'
  expect(await withSpan('a span', {}, run)).toBe('no trace')
  expect(addTraceparent({ to: 'ada' })).toEqual({ to: 'ada' })
  expect(() => updateSpan({ name: 'another' })).not.toThrow()
  expect(() => recordStatement(statement)).not.toThrow()
})

test('stopping sends the remaining spans, and that of a statement has its duration', async () => {
  const spans = await record(() =>
    withSpan('outer', { attributes: { size: 2 } }, async () => {
      recordStatement(statement)
      await withSpan('inner', { kind: 'client' }, async () => updateSpan({ name: 'renamed', isFailed: true }))
    }),
  )
  expect(spans.map(({ name }) => name)).toEqual(['select events', 'renamed', 'outer'])
  const [query, renamed, outer] = spans
  expect([query?.parentSpanId, renamed?.parentSpanId]).toEqual([outer?.spanId, outer?.spanId])
  expect(outer?.attributes).toEqual([{ key: 'size', value: { intValue: 2 } }])
  expect(renamed).toMatchObject({ kind: 3, status: { code: 2 } })
  const nanoseconds = Number(BigInt(query?.endTimeUnixNano ?? 0) - BigInt(query?.startTimeUnixNano ?? 0))
  expect(nanoseconds / 1e6).toBeCloseTo(5, 1)
})

test('an error is rethrown, and its span has the kind of error but not the message', async () => {
  const error = Object.assign(new Error('550 no such person as dana@example.com'), { code: 'EENVELOPE' })
  const [span] = await record(async () => {
    await expect(withSpan('send email', {}, () => Promise.reject(error))).rejects.toBe(error)
  })
  expect(span).toMatchObject({
    status: { code: 2 },
    attributes: [{ key: 'error.type', value: { stringValue: 'EENVELOPE' } }],
  })
  expect(JSON.stringify(span)).not.toContain('dana')
})

test('the span of a failed statement has the error code of PostgreSQL', async () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' })
  const [span] = await record(() =>
    withSpan('outer', {}, async () => recordStatement({ ...statement, level: 'error', error })),
  )
  expect(span?.attributes).toContainEqual({ key: 'error.type', value: { stringValue: '23505' } })
})

test('a job continues the trace of the request that enqueued it, and its handler gets the payload alone', async () => {
  const payloads: object[] = []
  const spans = await record(async () => {
    const data = await withSpan('request', {}, async () => addTraceparent({ orderId: '1' }))
    await runTracedJob('tickets.confirmed', data, async (payload) => void payloads.push(payload))
  })
  expect(payloads).toEqual([{ orderId: '1' }])
  const [request, job] = spans
  expect(job).toMatchObject({
    name: 'tickets.confirmed',
    traceId: request?.traceId,
    parentSpanId: request?.spanId,
  })
})

test('a job without a trace, or with an invalid one, begins its own', async () => {
  const spans = await record(async () => {
    await withSpan('poll', {}, () => runTracedJob('cleaning', { day: 1 }, async () => {}))
    await runTracedJob('old', null, async () => {})
    await continueTrace('00-nothing', 'request', {}, async () => {})
  })
  expect(spans.map(({ name }) => name)).toEqual(['cleaning', 'poll', 'old', 'request'])
  expect(spans.filter(({ parentSpanId }) => parentSpanId)).toEqual([])
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(4)
})

test('a batch belongs to the trace of its first request, and gets the traces of all its requests', async () => {
  const seen: (string | undefined)[] = []
  const add = createTracedBatch<number, number>({
    name: 'add numbers',
    max: 10,
    run: async (items, traceparents) => {
      seen.push(...traceparents)
      recordStatement(statement)
      return items.map((item) => item + 1)
    },
  })
  const spans = await record(async () => {
    const results = [withSpan('first', {}, () => add(1)), withSpan('second', {}, () => add(2)), add(3)]
    expect(await Promise.all(results)).toEqual([2, 3, 4])
  })
  const find = (name: string) => spans.find((span) => span.name === name)
  expect(seen.map((traceparent) => traceparent?.split('-')[2])).toEqual([
    find('first')?.spanId,
    find('second')?.spanId,
    undefined,
  ])
  expect(find('add numbers')?.parentSpanId).toBe(find('first')?.spanId)
  expect(find('select events')?.parentSpanId).toBe(find('add numbers')?.spanId)
})

test('work that outlives its request is not part of the trace of that request', async () => {
  let work = async () => {}
  const spans = await record(async () => {
    const later = new Promise<void>((resolve) => {
      work = async () => resolve()
    })
    let after: Promise<void> | undefined
    await withSpan('request', {}, async () => {
      async function runAfterwards() {
        await later
        expect(findTraceparent()).toBeUndefined()
        recordStatement(statement)
      }
      after = runAfterwards()
    })
    await work()
    await after
  })
  expect(spans.map(({ name }) => name)).toEqual(['request'])
})

test('records the configured share of traces, each completely or not at all', async () => {
  const spans = await record(
    async () => {
      for (let at = 0; at < 400; at += 1)
        await withSpan('request', {}, async () => {
          const data = addTraceparent({})
          await runTracedJob('job', data, async () => {})
        })
    },
    { traceShare: 0.5 },
  )
  const traces = new Set(spans.map(({ traceId }) => traceId))
  expect(traces.size).toBeGreaterThan(100)
  expect(traces.size).toBeLessThan(300)
  expect(spans).toHaveLength(traces.size * 2)
})

test('exports the metrics of the process', async () => {
  const telemetry = startOpenTelemetry({ endpoint: collector.endpoint, ...SERVICE, metricMs: 50 }, silent)
  const metrics = createMetrics([{ name: 'open_streams', help: 'Streams', read: () => 4 }])
  metrics.observe({ route: 'rpc', method: 'GET', status: 200, seconds: 0.002 })
  telemetry.exportMetrics(metrics)
  await vi.waitUntil(() => collector.metrics.some(({ name }) => name === 'open_streams'))
  await telemetry.stop()
  const find = (name: string) => collector.metrics.find((metric) => metric.name === name)
  expect(find('open_streams')?.gauge?.dataPoints).toMatchObject([{ asDouble: 4 }])
  expect(find('http_request_duration_seconds')?.histogram?.dataPoints).toMatchObject([
    { count: 1, bucketCounts: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
  ])
})

test('an unreachable collector causes one warning, and does not block stopping', async () => {
  const warnings: unknown[] = []
  const telemetry = startOpenTelemetry(
    { endpoint: 'http://127.0.0.1:1', ...SERVICE },
    { warn: (...entry: unknown[]) => void warnings.push(entry[1]) },
  )
  expect(await withSpan('request', {}, async () => 'done')).toBe('done')
  await telemetry.stop()
  expect(warnings).toHaveLength(1)
})

test('stopping doesn’t wait for a collector that never answers', async () => {
  const warnings: unknown[] = []
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const telemetry = startOpenTelemetry(
    { endpoint, ...SERVICE },
    { warn: (...entry: unknown[]) => void warnings.push(entry[1]) },
  )
  await withSpan('request', {}, async () => {})
  await telemetry.stop()
  expect(warnings).toEqual(['telemetry: the last traces or metrics were not sent'])
  server.close()
})
