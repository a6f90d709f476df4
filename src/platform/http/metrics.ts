import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type RouteClass = 'page' | 'page_cached' | 'rpc' | 'rest' | 'static' | 'stream' | 'system'

export interface PoolCounts {
  total: number
  idle: number
  waiting: number
}

export interface Metrics {
  observe(sample: { route: RouteClass; method: string; status: number; seconds: number }): void
  requestBegan(): void
  requestEnded(): void
  render(): Promise<{ contentType: string; body: string }>
}

/** Collects metrics of this process, in its own registry so that tests can create several. */
export function createMetrics({
  poolCounts,
  failedJobs,
}: {
  poolCounts?: (() => PoolCounts) | undefined
  /** Number of jobs that are no longer retried, counted at each scrape. */
  failedJobs?: () => Promise<number>
} = {}): Metrics {
  const registry = new Registry()
  // Event loop lag, memory and garbage collection are among these.
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of the request to the last of the answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in progress',
    registers: [registry],
  })
  const failures = new Counter({
    name: 'http_server_errors_total',
    help: 'Responses with a status of 500 or more',
    labelNames: ['route'],
    registers: [registry],
  })
  if (poolCounts) {
    const connections = new Gauge({
      name: 'database_pool_connections',
      help: 'Connections of the pool, and queries waiting for one',
      labelNames: ['state'],
      collect() {
        for (const [state, count] of Object.entries(poolCounts())) this.set({ state }, count)
      },
      registers: [],
    })
    registry.registerMetric(connections)
  }
  if (failedJobs) {
    const failedJobsGauge = new Gauge({
      name: 'jobs_failed',
      help: 'Jobs such as emails that failed permanently within the last week and wait for an admin',
      async collect() {
        // NaN if the count fails, because the other metrics matter most while the database is down.
        this.set(await failedJobs().catch(() => Number.NaN))
      },
      registers: [],
    })
    registry.registerMetric(failedJobsGauge)
  }
  return {
    observe({ route, method, status, seconds }) {
      // By class of status, such as `4xx`: a series for each status of each route wouldn't add information.
      durations.observe({ route, method, status: `${Math.trunc(status / 100)}xx` }, seconds)
      if (status >= 500) failures.inc({ route })
    },
    requestBegan: () => inFlight.inc(),
    requestEnded: () => inFlight.dec(),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
}
