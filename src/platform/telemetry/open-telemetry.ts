import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  envDetector,
  detectResources,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { newId } from '~/lib/ids'
import { waitAtMost } from '~/lib/wait-at-most'
import type { TelemetryConfiguration } from '~/platform/config/configuration'
import type { Metrics } from '~/platform/http/metrics'
import type { Logger } from '~/platform/log/log'
import { createMetricProducer } from './metric-producer'
import { setTracer, type SpanOptions, type Tracer } from './tracing'

export interface Telemetry {
  exportMetrics(metrics: Pick<Metrics, 'list'>): void
  /** Sends the remaining data, for at most three seconds. */
  stop(): Promise<void>
}

const SECONDS_TO_FLUSH = 3
const WARNING_MS = 60_000
const METRIC_INTERVAL_MS = 60_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const

/**
 * Sends traces and metrics to a collector (OTLP over HTTP, in JSON). This is the only module that imports OpenTelemetry, and is
 * itself imported only if an endpoint is configured (ADR 0049).
 */
export function startOpenTelemetry(
  {
    endpoint,
    serviceName,
    traceShare,
    metricMs = METRIC_INTERVAL_MS,
  }: TelemetryConfiguration & { metricMs?: number },
  log: Pick<Logger, 'warn'>,
): Telemetry {
  setGlobalErrorHandler(createErrorLog(log))
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': newId() }))
    .merge(detectResources({ detectors: [envDetector] }))
  const tracerProvider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceShare) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  })
  setTracer(createTracer(tracerProvider))
  let meterProvider: MeterProvider | undefined
  return {
    exportMetrics(metrics) {
      meterProvider = new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }),
            exportIntervalMillis: metricMs,
            exportTimeoutMillis: Math.min(metricMs, 10_000),
            metricProducers: [createMetricProducer(metrics, resource)],
          }),
        ],
      })
    },
    async stop() {
      setTracer(undefined)
      const stopping = Promise.all([tracerProvider.shutdown(), meterProvider?.shutdown()])
      await waitAtMost(SECONDS_TO_FLUSH, stopping).catch((error: unknown) =>
        log.warn({ err: error }, 'telemetry: the last traces or metrics were not sent'),
      )
    },
  }
}

interface CurrentSpan {
  span: Span
  /** False once the span has ended. Timers that the request started can run later. */
  isOpen: boolean
}

function createTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('back-to-back')
  const storage = new AsyncLocalStorage<CurrentSpan>()

  const findCurrent = (): Span | undefined => {
    const current = storage.getStore()
    return current?.isOpen === true ? current.span : undefined
  }

  function getParentContext(parent: SpanOptions['parent']): Context {
    if (parent === undefined) {
      const current = findCurrent()
      return current === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, current)
    }
    const remote = parseTraceParent(parent.traceparent ?? '')
    return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
  }

  return {
    async runInSpan(name, { kind, attributes = {}, parent }, run) {
      const span = tracer.startSpan(
        name,
        { kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind], attributes },
        getParentContext(parent),
      )
      const current = { span, isOpen: true }
      try {
        return await storage.run(current, run)
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        current.isOpen = false
        span.end()
      }
    },
    updateSpan({ name, attributes, isFailed }) {
      const span = findCurrent()
      if (name !== undefined) span?.updateName(name)
      if (attributes !== undefined) span?.setAttributes(attributes)
      if (isFailed === true) span?.setStatus({ code: SpanStatusCode.ERROR })
    },
    recordSpan(name, { ms, error, attributes }) {
      const current = findCurrent()
      if (current === undefined) return
      const endTime = performance.timeOrigin + performance.now()
      const span = tracer.startSpan(
        name,
        { kind: SpanKind.CLIENT, attributes, startTime: endTime - ms },
        trace.setSpan(ROOT_CONTEXT, current),
      )
      if (error !== undefined) markFailed(span, error)
      span.end(endTime)
    },
    findTraceparent() {
      const context = findCurrent()?.spanContext()
      if (context === undefined) return undefined
      return `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`
    },
  }
}

/** Stores the kind of an error. Its message may name a person, such as an address that a mail server refused. */
function markFailed(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const name = error instanceof Error ? error.name : 'Error'
  span.setAttribute('error.type', typeof code === 'string' ? code : name)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Logs at most one failure a minute: while a collector is away, every batch fails. */
function createErrorLog(log: Pick<Logger, 'warn'>): (error: unknown) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - loggedAt < WARNING_MS) return
    loggedAt = performance.now()
    log.warn({ err: error }, 'telemetry: the collector did not accept traces or metrics')
  }
}
