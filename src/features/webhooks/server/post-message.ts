import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { type AttemptResult, type Problem, toAttemptResult } from '../rules/attempt'

/** An attempt ends after this time. */
export const PATIENCE_MS = 10_000
const MAX_BODY_BYTES = 16 * 1024
const MAX_HEADER_BYTES = 8 * 1024

export interface Message {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

interface PostOptions {
  /** Whether the receiver may be this machine or in a private network. */
  canReachPrivateAddresses: boolean
  patienceMs?: number
}

// The agents check the address that a name resolves to when the connection opens, so a name can't change in between.
const openOptions = { allowPrivateIPAddress: true, allowMetaIPAddress: true }
const agents = {
  filtered: { 'http:': new RequestFilteringHttpAgent(), 'https:': new RequestFilteringHttpsAgent() },
  open: {
    'http:': new RequestFilteringHttpAgent(openOptions),
    'https:': new RequestFilteringHttpsAgent(openOptions),
  },
}

/**
 * Posts a message to a receiver that is not trusted: redirects are not followed, the response is discarded, and the request
 * ends after `patienceMs`. Never rejects.
 */
export async function postMessage(
  { url, headers, body }: Message,
  { canReachPrivateAddresses, patienceMs = PATIENCE_MS }: PostOptions,
): Promise<AttemptResult> {
  const { promise, resolve } = Promise.withResolvers<AttemptResult>()
  /** Set once the status is known, which decides, also if the body is too long or never ends. */
  let result: AttemptResult | undefined
  const target = new URL(url)
  const protocol = target.protocol === 'https:' ? 'https:' : 'http:'
  const send = protocol === 'https:' ? requestHttps : requestHttp
  let request: ClientRequest
  try {
    request = send(target, {
      method: 'POST',
      agent: agents[canReachPrivateAddresses ? 'open' : 'filtered'][protocol],
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      maxHeaderSize: MAX_HEADER_BYTES,
    })
  } catch (error) {
    // Node.js refuses some addresses before it connects.
    return { status: null, problem: findProblem(error) }
  }
  const settle = (known: AttemptResult): void => {
    clearTimeout(timer)
    resolve(result ?? known)
    request.destroy()
  }
  const timer = setTimeout(() => settle({ status: null, problem: 'timeout' }), patienceMs)
  request.on('error', (error) => settle({ status: null, problem: findProblem(error) }))
  // A request that is upgraded or destroyed may close without an error.
  request.on('close', () => settle({ status: null, problem: 'unreachable' }))
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    settle(toAttemptResult(response.statusCode ?? 0))
  })
  request.on('response', (response) => {
    const known = toAttemptResult(response.statusCode ?? 0)
    result = known
    discardBody(response, () => settle(known))
  })
  request.end(body)
  return promise
}

function discardBody(response: IncomingMessage, onEnd: () => void): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) response.destroy()
  })
  response.on('error', onEnd)
  response.on('close', onEnd)
}

const problemByCode: Readonly<Record<string, Problem>> = {
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
}

/** Names a problem without its text, which may contain addresses of our network. */
function findProblem(error: unknown): Problem {
  if (!(error instanceof Error)) return 'unreachable'
  if (error.message.startsWith('DNS lookup') && error.message.includes('is not allowed'))
    return 'private_address'
  const code = 'code' in error ? String(error.code) : ''
  if (/^(?:ERR_TLS|ERR_SSL|CERT_)|CERTIFICATE|SELF_SIGNED|LEAF_SIGNATURE|EPROTO/u.test(code))
    return 'certificate'
  return problemByCode[code] ?? 'unreachable'
}
