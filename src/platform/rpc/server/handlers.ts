import type { IncomingMessage, ServerResponse } from 'node:http'
import { OpenAPIHandler as FetchRestHandler } from '@orpc/openapi/fetch'
import { OpenAPIHandler as NodeRestHandler } from '@orpc/openapi/node'
import { type AnyRouter, ORPCError } from '@orpc/server'
import { RPCHandler as FetchRpcHandler } from '@orpc/server/fetch'
import { BodyLimitPlugin, RPCHandler as NodeRpcHandler } from '@orpc/server/node'
import type { StandardHandlerOptions } from '@orpc/server/standard'
import { optimizeJson } from '~/platform/http/optimize-json'
import type { RequestScope } from '~/platform/http/request-scope'
import type { CallContext } from '../context'
import { translateError } from './translate-error'

export const BODY_LIMIT = 1024 * 1024
export const bodyTooLarge = 'The request is larger than 1 MB. Send less data in one request.'
const malformed = 'We couldn’t read this request. Send valid JSON with the content-type application/json.'

const FORM = 'application/x-www-form-urlencoded'
const formProblem = { code: 'UNSUPPORTED_MEDIA_TYPE', message: malformed }

type Options = Pick<StandardHandlerOptions<CallContext>, 'rootInterceptors' | 'interceptors'>

const options: Options = {
  // Sends the headers that a call has added to context.responseHeaders, including several cookies.
  rootInterceptors: [
    async (step) => {
      // Form bodies are refused: our pages send none, but other sites can, and parsing a megabyte of brackets takes
      // half a second.
      if (String(step.request.headers['content-type']).toLowerCase().startsWith(FORM))
        return { matched: true, response: { status: 415, headers: {}, body: formProblem } }
      const { context, request } = step
      // HEAD runs the call of GET, and the server omits the body. This concerns /api/v1 only: /api/rpc refuses HEAD
      // earlier.
      const result = await step.next(
        request.method === 'HEAD' ? { ...step, request: { ...request, method: 'GET' } } : undefined,
      )
      if (!result.matched) return result
      const headers: Record<string, string | string[] | undefined> = { ...result.response.headers }
      for (const [name, value] of context.responseHeaders) {
        if (name !== 'set-cookie') headers[name] = value
      }
      const cookies = context.responseHeaders.getSetCookie()
      if (cookies.length > 0) headers['set-cookie'] = cookies
      headers['cache-control'] ??= 'no-store'
      return { ...result, response: { ...result.response, headers } }
    },
  ],
  interceptors: [
    async (step) => {
      try {
        return await step.next()
      } catch (error) {
        if (error instanceof ORPCError && error.code === 'PAYLOAD_TOO_LARGE')
          throw new ORPCError('PAYLOAD_TOO_LARGE', { message: bodyTooLarge })
        // Errors of oRPC come from the call itself. Others were thrown while reading the body.
        if (error instanceof ORPCError) throw translateError(error)
        throw new ORPCError('BAD_REQUEST', { message: malformed, cause: error })
      }
    },
  ],
}

/**
 * Whether /api/rpc accepts the method. oRPC would run calls that write for HEAD, which any site can send without an
 * origin check.
 */
function isRpcMethod(method: string | undefined): boolean {
  return method === 'GET' || method === 'POST'
}

/** Finds the API key of a request, which /api/v1 accepts instead of a session. Undefined if it has none. */
export type KeyFinder = (
  scope: RequestScope,
) => Promise<Pick<CallContext, 'caller' | 'authorizeKey'> | undefined>

const hasNoKey: KeyFinder = () => Promise.resolve(undefined)

async function toRestContext(context: CallContext, scope: RequestScope, findKey: KeyFinder) {
  return { ...context, ...(await findKey(scope)), refusesUnknownFields: true }
}

/** Creates /api/rpc and /api/v1 for node:http in production. Avoids a Request and a Response object per call. */
export function createNodeApi(
  router: AnyRouter,
  createContext: (scope: RequestScope) => Promise<CallContext>,
  findKey: KeyFinder = hasNoKey,
): (request: IncomingMessage, response: ServerResponse, scope: RequestScope) => Promise<boolean> {
  const limited = { ...options, plugins: [new BodyLimitPlugin<CallContext>({ maxBodySize: BODY_LIMIT })] }
  const rpc = new NodeRpcHandler<CallContext>(router, { ...limited })
  const rest = new NodeRestHandler<CallContext>(router, { ...limited })
  return async (request, response, scope) => {
    const isRpc = request.url?.startsWith('/api/rpc/') === true
    if (isRpc && !isRpcMethod(request.method)) return false
    const pageContext = await createContext(scope)
    const context = isRpc ? pageContext : await toRestContext(pageContext, scope, findKey)
    optimizeJson(request, response, () => context.caller === null)
    const { matched } = isRpc
      ? await rpc.handle(request, response, { prefix: '/api/rpc', context })
      : await rest.handle(request, response, { prefix: '/api/v1', context })
    return matched
  }
}

/** Creates /api/rpc and /api/v1 for fetch, which `vite dev` and tests use. */
export function createFetchApi(
  router: AnyRouter,
  createContext: (scope: RequestScope) => Promise<CallContext>,
  findKey: KeyFinder = hasNoKey,
): (request: Request, scope: RequestScope) => Promise<Response | undefined> {
  const rpc = new FetchRpcHandler<CallContext>(router, { ...options })
  const rest = new FetchRestHandler<CallContext>(router, { ...options })
  return async (request, scope) => {
    const isRpc = new URL(request.url).pathname.startsWith('/api/rpc/')
    if (isRpc && !isRpcMethod(request.method)) return undefined
    const context = await createContext(scope)
    const { response } = isRpc
      ? await rpc.handle(request, { prefix: '/api/rpc', context })
      : await rest.handle(request, {
          prefix: '/api/v1',
          context: await toRestContext(context, scope, findKey),
        })
    if (response === undefined || request.method !== 'HEAD') return response
    await response.body?.cancel()
    return new Response(null, response)
  }
}
