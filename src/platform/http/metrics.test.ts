import { expect, test } from 'vitest'
import { createMetrics } from './metrics'

test('figures of requests by class of answer, and of the connections to the database', async () => {
  const metrics = createMetrics(() => ({ total: 5, idle: 3, waiting: 2 }))
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
  ])
    expect(body).toContain(line)
})
