import type { LogEvent } from 'kysely'
import { getStatementName } from './name-statement'

/**
 * The attributes of a span. They are sent to a collector, so they must not contain names, addresses, tokens or texts
 * of people.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  /** Where the work comes from or goes to; by default, it stays in this process. */
  kind?: 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
  /** The parent, instead of the current span. Without a valid `traceparent`, a new trace begins. */
  parent?: { traceparent: string | undefined }
}

export interface SpanUpdate {
  name?: string
  attributes?: SpanAttributes
  isFailed?: boolean
}

export interface Tracer {
  runInSpan<Result>(name: string, options: SpanOptions, run: () => Promise<Result>): Promise<Result>
  updateSpan(update: SpanUpdate): void
  /** Adds a span that has just ended to the current one. Does nothing without a current span. */
  recordSpan(name: string, span: { ms: number; error?: unknown; attributes: SpanAttributes }): void
  findTraceparent(): string | undefined
}

// Undefined unless an endpoint is configured. Everything below then does nothing.
let tracer: Tracer | undefined

/** Called once by open-telemetry.ts, which is loaded only with an endpoint. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

export function isTracing(): boolean {
  return tracer !== undefined
}

/** Runs `run` in a new span within the current one. The span fails if `run` rejects. */
export function withSpan<Result>(
  name: string,
  options: Omit<SpanOptions, 'parent'>,
  run: () => Promise<Result>,
): Promise<Result> {
  return tracer === undefined ? run() : tracer.runInSpan(name, options, run)
}

/** Runs `run` in a new span of the trace that `traceparent` (W3C) names, or of a new trace. */
export function continueTrace<Result>(
  traceparent: string | undefined,
  name: string,
  options: Omit<SpanOptions, 'parent'>,
  run: () => Promise<Result>,
): Promise<Result> {
  return tracer === undefined ? run() : tracer.runInSpan(name, { ...options, parent: { traceparent } }, run)
}

/** Changes the current span. */
export function updateSpan(update: SpanUpdate): void {
  tracer?.updateSpan(update)
}

/** Returns the current span as W3C trace context, to store with work that continues later. */
export function findTraceparent(): string | undefined {
  return tracer?.findTraceparent()
}

/** Whether the trace is one of those that are recorded (`OTEL_TRACES_SAMPLER_ARG`). */
export function isRecorded(traceparent: string | undefined): boolean {
  return traceparent?.endsWith('-01') === true
}

/** Records a statement by its operation and table, without its text and values. Statements of periodic tasks have no span. */
export function recordStatement(event: LogEvent): void {
  tracer?.recordSpan(getStatementName(event.query.sql), {
    ms: event.queryDurationMillis,
    ...(event.level === 'error' && { error: event.error }),
    attributes: { 'db.system.name': 'postgresql' },
  })
}

/** Adds the current trace to the payload of a job, unless the payload brings its own. */
export function addTraceparent(payload: object): object {
  const traceparent = findTraceparent()
  return traceparent === undefined ? payload : { traceparent, ...payload }
}

/** Runs a job within the trace of the request that enqueued it. The handler gets the payload without the trace. */
export function runTracedJob<Payload>(
  name: string,
  data: Payload,
  handler: (payload: Payload) => Promise<void>,
): Promise<void> {
  const { traceparent, ...payload } = { ...data } as { traceparent?: unknown }
  const parent = typeof traceparent === 'string' ? traceparent : undefined
  const own = parent === undefined ? data : (payload as Payload)
  return continueTrace(parent, name, { kind: 'consumer' }, () => handler(own))
}
