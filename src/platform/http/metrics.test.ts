import { expect, test } from 'vitest'
import { createMetrics } from './metrics'

test('reports requests by status class, and gauges with and without a label', async () => {
  const metrics = createMetrics([
    {
      name: 'database_pool_connections',
      help: 'Connections',
      label: 'state',
      read: () => ({ idle: 3, waiting: 2 }),
    },
    { name: 'jobs_failed', help: 'Failed jobs', read: async () => 4 },
  ])
  metrics.requestBegan()
  metrics.observe({ route: 'rpc', method: 'POST', status: 409, seconds: 0.02 })
  metrics.observe({ route: 'page', method: 'GET', status: 500, seconds: 0.2 })
  const { contentType, body } = await metrics.render()
  expect(contentType).toContain('text/plain')
  for (const line of [
    'http_request_duration_seconds_count{route="rpc",method="POST",status="4xx"} 1',
    'http_server_errors_total{route="page"} 1',
    'http_requests_in_flight 1',
    'database_pool_connections{state="idle"} 3',
    'database_pool_connections{state="waiting"} 2',
    'jobs_failed 4',
  ])
    expect(body).toContain(line)
})

test('a label value that no longer exists has no series at the next scrape', async () => {
  let queues: Record<string, number> = { mail: 1, refunds: 2 }
  const metrics = createMetrics([{ name: 'jobs_waiting', help: 'Jobs', label: 'queue', read: () => queues }])
  await metrics.render()
  queues = { refunds: 3 }
  const { body } = await metrics.render()
  expect(body).toContain('jobs_waiting{queue="refunds"} 3')
  expect(body).not.toContain('mail')
})

test('reports the other metrics while a gauge can’t be read', async () => {
  const fail = () => Promise.reject(new Error('away'))
  const metrics = createMetrics([
    { name: 'jobs_failed', help: 'Failed jobs', read: fail },
    { name: 'jobs_waiting', help: 'Jobs', label: 'queue', read: fail },
  ])
  metrics.requestBegan()
  const { body } = await metrics.render()
  expect(body).toContain('http_requests_in_flight 1')
  expect(body).toMatch(/^jobs_failed nan$/imu)
  expect(body).not.toContain('jobs_waiting{')
})
