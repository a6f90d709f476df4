import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Attributes = { key: string; value: Record<string, unknown> }[]

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attributes
  status: { code: number }
  startTimeUnixNano: string
  endTimeUnixNano: string
}

export interface ReceivedMetric {
  name: string
  gauge?: { dataPoints: { asDouble: number; attributes: Attributes }[] }
  histogram?: { dataPoints: { count: number; bucketCounts: number[]; attributes: Attributes }[] }
}

interface Body {
  resourceSpans?: { resource: { attributes: Attributes }; scopeSpans: { spans: ReceivedSpan[] }[] }[]
  resourceMetrics?: { resource: { attributes: Attributes }; scopeMetrics: { metrics: ReceivedMetric[] }[] }[]
}

/** Starts a stand-in for an OpenTelemetry collector that receives OTLP over HTTP in JSON. */
export async function startCollector() {
  const spans: ReceivedSpan[] = []
  const metrics: ReceivedMetric[] = []
  const resources: Attributes[] = []
  const paths = new Set<string>()
  const server = createServer((request, response) => {
    void receive()
    async function receive() {
      const body = await json(request)
      const { resourceSpans = [], resourceMetrics = [] } = body as Body
      paths.add(request.url ?? '')
      for (const { resource } of [...resourceSpans, ...resourceMetrics]) resources.push(resource.attributes)
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      metrics.push(
        ...resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)),
      )
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    resources,
    paths,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
