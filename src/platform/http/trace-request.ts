import type { IncomingMessage, ServerResponse } from 'node:http'
import { continueTrace, isTracing, updateSpan } from '~/platform/telemetry/tracing'
import type { RouteClass } from './metrics'

/**
 * Runs `respond` in the span of its request. The span is named after the call or raw route, or after the method for a
 * page. Always begins a new trace, so that clients can't decide which requests are recorded.
 */
export async function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { path, requestId }: { path: string; requestId: string },
  respond: () => Promise<RouteClass>,
): Promise<void> {
  if (!isTracing()) return void (await respond())
  const method = request.method ?? 'GET'
  const attributes = { 'http.request.method': method, 'url.path': path, 'request.id': requestId }
  await continueTrace(undefined, method, { kind: 'server', attributes }, async () => {
    const route = await respond()
    const status = response.statusCode
    updateSpan({
      ...(route.startsWith('page') && { name: `${method} page` }),
      attributes: { 'http.response.status_code': status, 'route.class': route },
      isFailed: status >= 500,
    })
  })
}
