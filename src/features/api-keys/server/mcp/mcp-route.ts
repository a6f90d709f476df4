import { type AnyRouter, ORPCError } from '@orpc/server'
import { createErrorResponse, type HttpResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import type { RequestScope } from '~/platform/http/request-scope'
import type { CallContext } from '~/platform/rpc/context'
import { baseSentences } from '~/platform/rpc/error-messages'
import type { KeyFinder } from '~/platform/rpc/server/handlers'
import { listTools } from './list-tools'

const MAX_BODY_BYTES = 256 * 1024
const METHODS = ['POST', 'GET', 'DELETE'] as const

interface McpServices {
  calls: AnyRouter
  createContext: (scope: RequestScope) => Promise<CallContext>
  findKey: KeyFinder
  publicUrl: string
}

/**
 * Creates /api/mcp, where agents with an API key make API calls as tools of the Model Context Protocol (Streamable
 * HTTP, without sessions and streams). The SDK is loaded with the first request.
 */
export function createMcpRoute({ calls, createContext, findKey, publicUrl }: McpServices): RawRoute {
  let tools: ReturnType<typeof listTools> | undefined
  return {
    methods: METHODS,
    path: /^\/api\/mcp$/,
    kind: 'rest',
    access: 'public',
    isOpenToOtherSites: true,
    async handle({ method, scope, readBody }) {
      if (method !== 'POST')
        return withHeaders(createErrorResponse(405, 'METHOD_NOT_ALLOWED', 'Use POST.'), { allow: 'POST' })
      const key = await findKey(scope)
      if (key?.authorizeKey === undefined) return createKeyNeeded(scope)
      try {
        await key.authorizeKey({ name: 'mcp', isInScope: true })
      } catch (error) {
        if (error instanceof ORPCError) return toErrorResponse(error, scope)
        throw error
      }
      const body = await readBody(MAX_BODY_BYTES, 'Send at most 256 kB.')
      if ('problem' in body) return body.problem
      const message = parseMessage(body.bytes)
      if (message === undefined)
        return createErrorResponse(400, 'BAD_REQUEST', 'Send one message as a JSON object, not a list.')
      const { respondToMcp } = await import('./create-mcp-server')
      const request = new Request(`${publicUrl}/api/mcp`, {
        method: 'POST',
        headers: pickHeaders(scope.headers),
      })
      tools ??= listTools(calls)
      const context: CallContext = { ...(await createContext(scope)), ...key, refusesUnknownFields: true }
      return toHttpResponse(await respondToMcp(request, message, { calls, tools, context, publicUrl }), scope)
    },
  }
}

/**
 * Parses the message; undefined if the body isn't a JSON object. Refuses a list of messages, which earlier versions
 * of the protocol allowed, because the rate limit would count the whole list as one request.
 */
function parseMessage(bytes: Uint8Array): object | undefined {
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : undefined
  } catch {
    return undefined
  }
}

const HEADERS = ['accept', 'content-type', 'mcp-protocol-version']

function pickHeaders(headers: Headers): Headers {
  return new Headers(
    HEADERS.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    }),
  )
}

function withHeaders(response: HttpResponse, headers: Record<string, string>): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers } }
}

function createKeyNeeded(scope: RequestScope): HttpResponse {
  scope.responseHeaders.set('www-authenticate', 'Bearer')
  return toErrorResponse(
    new ORPCError('INVALID_API_KEY', { status: 401, message: baseSentences.INVALID_API_KEY }),
    scope,
  )
}

function toErrorResponse(
  { status, code, message }: ORPCError<string, unknown>,
  scope: RequestScope,
): HttpResponse {
  return withHeaders(createErrorResponse(status, code, message), Object.fromEntries(scope.responseHeaders))
}

async function toHttpResponse(response: Response, scope: RequestScope): Promise<HttpResponse> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = { ...Object.fromEntries(scope.responseHeaders), ...Object.fromEntries(response.headers) }
  return { status: response.status, headers: { ...headers, 'cache-control': 'no-store' }, body }
}
