import type { IncomingMessage, ServerResponse } from 'node:http'
import { continueTrace, isTracing, updateSpan } from '~/platform/telemetry/tracing'
import type { RouteClass } from './metrics'

/**
 * Runs `respond` in the span of its request. A call or a raw route names the span; a page is named by its method. The trace of a
 * client isn't continued unless a trusted proxy passed it on.
 */
export async function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { path, requestId, isProxied }: { path: string; requestId: string; isProxied: boolean },
  respond: () => Promise<RouteClass>,
): Promise<void> {
  if (!isTracing()) return void (await respond())
  const method = request.method ?? 'GET'
  const { traceparent } = request.headers
  const parent = isProxied && typeof traceparent === 'string' ? traceparent : undefined
  const attributes = { 'http.request.method': method, 'url.path': path, 'request.id': requestId }
  await continueTrace(parent, method, { kind: 'server', attributes }, async () => {
    const route = await respond()
    const status = response.statusCode
    updateSpan({
      ...(route.startsWith('page') && { name: `${method} page` }),
      attributes: { 'http.response.status_code': status, 'route.class': route },
      isFailed: status >= 500,
    })
  })
}
