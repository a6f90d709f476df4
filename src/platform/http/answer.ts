import type { ServerResponse } from 'node:http'

/** A complete response, for node:http and fetch. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

export function htmlAnswer(status: number, body: string): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body,
  }
}

export function jsonAnswer(status: number, value: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  }
}

/** Returns an error as `{ code, message }`, the shape of all errors outside the contract. */
export function problemAnswer(status: number, code: string, message: string): Answer {
  return jsonAnswer(status, { code, message })
}

export function sendAnswer(response: ServerResponse, answer: Answer, withBody = true): void {
  const length = answer.status === 304 ? {} : { 'content-length': Buffer.byteLength(answer.body) }
  response.writeHead(answer.status, { ...answer.headers, ...length })
  response.end(withBody ? answer.body : undefined)
}

export function toResponse(answer: Answer): Response {
  const body = typeof answer.body === 'string' ? answer.body : new Uint8Array(answer.body)
  return new Response(body, { status: answer.status, headers: answer.headers })
}
