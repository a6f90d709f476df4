import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type RouteClass = 'page' | 'page_cached' | 'rpc' | 'rest' | 'static' | 'stream' | 'system'

export interface Metrics {
  observe(sample: { route: RouteClass; method: string; status: number; seconds: number }): void
  requestBegan(): void
  requestEnded(): void
  render(): Promise<{ contentType: string; body: string }>
  /** Returns the same figures as `render`, as objects. */
  list(): Promise<MetricFigures[]>
}

export interface MetricFigures {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** The values of a histogram have the suffix `_bucket`, `_sum` or `_count` in `metricName`. */
  values: { value: number; labels: Partial<Record<string, string | number>>; metricName?: string }[]
}

/** A figure that is read at each scrape: one number, or one for each value of `label`. */
export interface GaugeSource {
  name: string
  help: string
  label?: string
  /** May fail: the gauge is then NaN, or without series if it has a label. */
  read: () => GaugeValue | Promise<GaugeValue>
}

type GaugeValue = number | Readonly<Record<string, number>>

/** Collects metrics of this process, in its own registry so that tests can create several. */
export function createMetrics(gauges: readonly GaugeSource[] = []): Metrics {
  const registry = new Registry()
  // Event loop lag, memory and garbage collection are among these.
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the first byte of the request to the last byte of the response',
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
  for (const source of gauges) registry.registerMetric(createGauge(source))
  return {
    observe({ route, method, status, seconds }) {
      // By class of status, such as `4xx`: a series for each status of each route wouldn't add information.
      durations.observe({ route, method, status: `${Math.trunc(status / 100)}xx` }, seconds)
      if (status >= 500) failures.inc({ route })
    },
    requestBegan: () => inFlight.inc(),
    requestEnded: () => inFlight.dec(),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
    // prom-client declares `type` as a number, but it is text.
    list: async () => (await registry.getMetricsAsJSON()) as unknown as MetricFigures[],
  }
}

function createGauge({ name, help, label, read }: GaugeSource): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    async collect() {
      this.reset()
      // The other metrics matter most while this one can't be read, such as while the database is down.
      const value = await Promise.resolve()
        .then(read)
        .catch(() => Number.NaN)
      if (typeof value !== 'number')
        for (const [key, count] of Object.entries(value)) this.set({ [label ?? 'key']: key }, count)
      else if (label === undefined) this.set(value)
    },
    registers: [],
  })
}
