import { emptyResource } from '@opentelemetry/resources'
import { DataPointType } from '@opentelemetry/sdk-metrics'
import { expect, test } from 'vitest'
import { createMetrics } from '~/platform/http/metrics'
import { createMetricProducer } from './metric-producer'

async function collect(metrics: ReturnType<typeof createMetrics>) {
  const { resourceMetrics } = await createMetricProducer(metrics, emptyResource()).collect()
  const exported = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)
  return (name: string) => exported.find(({ descriptor }) => descriptor.name === name)
}

test('a histogram counts the values between its boundaries, by route, method and status', async () => {
  const metrics = createMetrics()
  for (const seconds of [0.0005, 0.002, 0.002, 7, 60])
    metrics.observe({ route: 'rpc', method: 'POST', status: 200, seconds })
  metrics.observe({ route: 'page', method: 'GET', status: 404, seconds: 0.03 })
  const find = await collect(metrics)
  const { dataPointType, dataPoints = [] } = find('http_request_duration_seconds') ?? {}
  expect(dataPointType).toBe(DataPointType.HISTOGRAM)
  expect(dataPoints).toMatchObject([
    {
      attributes: { route: 'rpc', method: 'POST', status: '2xx' },
      value: {
        buckets: {
          boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
          counts: [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
        },
        count: 5,
      },
    },
    { attributes: { route: 'page', method: 'GET', status: '4xx' }, value: { count: 1, sum: 0.03 } },
  ])
  expect(dataPoints[0]?.attributes).not.toHaveProperty('le')
})

test('counters are sums, and gauges have their labels', async () => {
  const metrics = createMetrics([
    { name: 'jobs_waiting', help: 'Jobs', label: 'queue', read: () => ({ mail: 3, refunds: 0 }) },
  ])
  metrics.observe({ route: 'rpc', method: 'POST', status: 503, seconds: 1 })
  const find = await collect(metrics)
  expect(find('http_server_errors_total')).toMatchObject({
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    dataPoints: [{ attributes: { route: 'rpc' }, value: 1 }],
  })
  expect(find('jobs_waiting')).toMatchObject({
    dataPointType: DataPointType.GAUGE,
    dataPoints: [
      { attributes: { queue: 'mail' }, value: 3 },
      { attributes: { queue: 'refunds' }, value: 0 },
    ],
  })
})

test('leaves out a gauge that can’t be read, and exports the others', async () => {
  const metrics = createMetrics([
    { name: 'emails_waiting', help: 'Emails', read: () => Promise.reject(new Error('the database is away')) },
    { name: 'open_streams', help: 'Streams', read: () => 2 },
  ])
  const find = await collect(metrics)
  expect(find('emails_waiting')).toBeUndefined()
  expect(find('open_streams')?.dataPoints).toMatchObject([{ value: 2 }])
})
