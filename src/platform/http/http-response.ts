import type { ServerResponse } from 'node:http'

/** A complete response, for node:http and for fetch. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

export function createHtmlResponse(status: number, body: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body,
  }
}

export function createJsonResponse(status: number, value: unknown): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  }
}

/** Returns an error as `{ code, message }`, the shape of all errors outside the contract. */
export function createErrorResponse(status: number, code: string, message: string): HttpResponse {
  return createJsonResponse(status, { code, message })
}

export function sendResponse(response: ServerResponse, result: HttpResponse, withBody = true): void {
  const length = result.status === 304 ? {} : { 'content-length': Buffer.byteLength(result.body) }
  response.writeHead(result.status, { ...result.headers, ...length })
  response.end(withBody ? result.body : undefined)
}

export function toResponse(result: HttpResponse): Response {
  const body = typeof result.body === 'string' ? result.body : new Uint8Array(result.body)
  return new Response(body, { status: result.status, headers: result.headers })
}
