import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { type AttemptResult, type Problem, toAttemptResult } from '../rules/delivery-attempt'
import { resolveHost, resolvePrivateHost } from './resolve-host'

/** The timeout of an attempt. */
export const PATIENCE_MS = 10_000
const MAX_HEADER_BYTES = 8 * 1024
/** The number of interim responses (1xx) after which a request is ended. */
const MAX_INTERIM_RESPONSES = 5

export interface Message {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

interface PostOptions {
  /** Whether messages may be sent to this machine and to private networks. */
  canReachPrivateAddresses: boolean
  patienceMs?: number
}

// The agents check the address that a name resolves to when the connection opens, so a name can't change in between.
const filteredOptions = { lookup: resolveHost }
const openOptions = { lookup: resolvePrivateHost, allowPrivateIPAddress: true, allowMetaIPAddress: true }
const agents = {
  filtered: {
    'http:': new RequestFilteringHttpAgent(filteredOptions),
    'https:': new RequestFilteringHttpsAgent(filteredOptions),
  },
  open: {
    'http:': new RequestFilteringHttpAgent(openOptions),
    'https:': new RequestFilteringHttpsAgent(openOptions),
  },
}

/**
 * Posts a message to a receiver that is not trusted: redirects are not followed, and the request ends with the status of the
 * response or after `patienceMs`. Never rejects.
 */
export async function postMessage(
  { url, headers, body }: Message,
  { canReachPrivateAddresses, patienceMs = PATIENCE_MS }: PostOptions,
): Promise<AttemptResult> {
  const { promise, resolve } = Promise.withResolvers<AttemptResult>()
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
    return { status: null, problem: findProblem(error, target.hostname) }
  }
  const settle = (result: AttemptResult): void => {
    clearTimeout(timer)
    resolve(result)
    request.destroy()
  }
  const timer = setTimeout(() => settle({ status: null, problem: 'timeout' }), patienceMs)
  request.on('error', (error) => settle({ status: null, problem: findProblem(error, target.hostname) }))
  // A request that is upgraded or destroyed may close without an error.
  request.on('close', () => settle({ status: null, problem: 'unreachable' }))
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    settle(toAttemptResult(response.statusCode ?? 0))
  })
  let interimResponses = 0
  request.on('information', () => {
    interimResponses += 1
    if (interimResponses >= MAX_INTERIM_RESPONSES) settle({ status: null, problem: 'unreachable' })
  })
  // Only the status counts. The body is not read, because a receiver could send it without end.
  request.on('response', (response) => settle(toAttemptResult(response.statusCode ?? 0)))
  request.end(body)
  return promise
}

const problemByCode: Readonly<Record<string, Problem>> = {
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
}

/**
 * Returns the kind of a problem. Leaves out the text of the error, which may contain addresses of our network. A host
 * name with a private address is reported as unknown, so that an owner can't find out which names exist in our
 * network.
 */
function findProblem(error: unknown, host: string): Problem {
  if (!(error instanceof Error)) return 'unreachable'
  if (error.message.startsWith('DNS lookup') && error.message.includes('is not allowed'))
    return host === 'localhost' || host.startsWith('[') || isIP(host) !== 0
      ? 'private_address'
      : 'unknown_host'
  // This error comes from a name server, not from the receiver.
  if ('syscall' in error && String(error.syscall).startsWith('query')) return 'unknown_host'
  const code = 'code' in error ? String(error.code) : ''
  if (/^(?:ERR_TLS|ERR_SSL|CERT_)|CERTIFICATE|SELF_SIGNED|LEAF_SIGNATURE|EPROTO/u.test(code))
    return 'certificate'
  return problemByCode[code] ?? 'unreachable'
}
