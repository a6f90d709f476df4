import { expect, test } from 'vitest'
import { createMetrics } from './metrics'

test('reports requests by status class, and database connections', async () => {
  const metrics = createMetrics({
    poolCounts: () => ({ total: 5, idle: 3, waiting: 2 }),
    failedJobs: async () => 4,
  })
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

test('reports the other metrics while the database is down', async () => {
  const metrics = createMetrics({ failedJobs: () => Promise.reject(new Error('away')) })
  metrics.requestBegan()
  const { body } = await metrics.render()
  expect(body).toContain('http_requests_in_flight 1')
  expect(body).toMatch(/jobs_failed nan/iu)
})
