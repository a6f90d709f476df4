import { z } from 'zod'
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '~/lib/database-unavailable'
import { type HttpResponse, createJsonResponse } from '~/platform/http/http-response'
import type { RawRequest, RawRoute } from '~/platform/http/raw-routes'
import { isTooManyRequests } from '~/platform/limits/limits'
import { BUSY } from '../../rules/messages'
import type { ServiceContext } from '../admin/service'
import { HookError } from '../email-and-sms/call-hook'
import { PasswordQueueFull } from '../passwords/password-hash'
import { findBearerToken } from '../tokens/access-token'
import { checkCaptcha } from '../limits/check-captcha'
import { authCalls } from './all-calls'
import type { AuthCall, AuthRequest } from './auth-call'
import { AuthError, createValidationError } from './auth-error'

/** Calls without authentication that bots would misuse. They require a CAPTCHA if the site has one. */
const guarded = new Set([
  '/signup',
  '/otp',
  '/magiclink',
  '/recover',
  '/resend',
  '/sso',
  '/passkeys/authentication/options',
])

const body = z.looseObject({
  gotrue_meta_security: z.looseObject({ captcha_token: z.string().max(8000).nullish() }).nullish(),
})

const BODY_LIMIT = 64 * 1024
const TOO_LARGE = 'Request body too large'
const UNAVAILABLE = 'The service is not available at the moment, please try again in a few seconds'

/** Services that are created once per process, not per request. */
type Services = Omit<
  ServiceContext,
  'caller' | 'requestId' | 'ip' | 'requestHeaders' | 'responseHeaders' | 'isMembersAreaOpen' | 'now' | 'log'
>

// Allows calls from any origin: apps have their own origins, and cookies don't authenticate calls.
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-supabase-api-version, x-request-id, retry-after, x-total-count, link',
  'x-supabase-api-version': '2024-01-01',
  vary: 'origin',
}
const preflight: HttpResponse = {
  status: 204,
  headers: {
    ...openHeaders,
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers':
      'authorization, apikey, content-type, x-client-info, x-supabase-api-version',
    'access-control-max-age': '7200',
  },
  body: '',
}

const table = authCalls.map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replaceAll('.', '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

/** The auth service under /auth/v1: implements GoTrue's protocol on our accounts and sessions. */
export function createAuthServiceRoutes(services: Services, now: () => Date = () => new Date()): RawRoute[] {
  const service: RawRoute = {
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    path: /^\/auth\/v1(?<path>\/.*)?$/,
    kind: 'rest',
    access: 'public',
    isOpenToOtherSites: true,
    async handle(request) {
      if (request.method === 'OPTIONS') return preflight
      const response = await handleCall(request, services, now).catch((error: unknown) =>
        toErrorResponse(error, request),
      )
      return { ...response, headers: { ...openHeaders, ...response.headers } }
    },
  }
  // RFC 8414: if an issuer's URL has a path, its metadata is served from the root of the host.
  const metadata: RawRoute = {
    ...service,
    methods: ['GET', 'OPTIONS'],
    path: /^(?<path>\/\.well-known\/oauth-authorization-server)\/auth\/v1$/,
  }
  return [service, metadata]
}

async function handleCall(request: RawRequest, services: Services, now: () => Date): Promise<HttpResponse> {
  const found = findCall(request)
  const bytes = await readBytes(request)
  const { requestId, ip, headers, responseHeaders, log } = request.scope
  const call: AuthRequest = {
    context: {
      ...services,
      isApp: true,
      caller: null,
      requestId,
      ip,
      requestHeaders: headers,
      responseHeaders,
      now,
      log,
    },
    params: found.params,
    search: request.search,
    read: (schema) => parseBody(bytes, schema),
    form: () => new URLSearchParams(bytes.toString('utf8')),
    bearer: findBearerToken(headers),
  }
  await checkCallCaptcha(found.call, call)
  const result = await found.call.handle(call)
  if (result === undefined) return { status: 204, headers: { 'cache-control': 'no-store' }, body: '' }
  return isResponse(result) ? result : createJsonResponse(200, result)
}

function findCall({ method, params }: RawRequest): { call: AuthCall; params: Record<string, string> } {
  const path = params['path'] ?? '/'
  let isKnown = false
  for (const { call, pattern } of table) {
    const match = pattern.exec(path)
    if (!match) continue
    isKnown = true
    // HEAD requests are refused, because programs that check the links in an email must not use them up.
    if (call.method === method) return { call, params: { ...match.groups } }
  }
  throw isKnown
    ? new AuthError(405, 'validation_failed', `${method} is not allowed here`)
    : new AuthError(404, 'not_found', 'No such endpoint')
}

async function readBytes(request: RawRequest): Promise<Buffer> {
  if (request.method === 'GET') return Buffer.alloc(0)
  const body = await request.readBody(BODY_LIMIT, TOO_LARGE)
  if ('problem' in body) {
    const { status } = body.problem
    throw new AuthError(status, status === 413 ? 'request_entity_too_large' : 'validation_failed', TOO_LARGE)
  }
  return body.bytes
}

function parseBody<T>(bytes: Buffer, schema: z.ZodType<T>): T {
  let value: unknown = {}
  try {
    if (bytes.length > 0) value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = issue?.path.join('.') ?? ''
  const message = issue?.message ?? 'Invalid request'
  throw createValidationError(place === '' || message.includes(' ') ? message : `${place}: ${message}`)
}

function isResponse(value: object): value is HttpResponse {
  return 'status' in value && 'headers' in value && 'body' in value
}

function toErrorResponse(error: unknown, { scope }: RawRequest): HttpResponse {
  const known = toAuthError(error)
  if (isDatabaseUnavailable(error))
    scope.log.warn({ err: error, requestId: scope.requestId }, 'auth service call failed')
  if (known === undefined) {
    scope.log.error({ err: error, requestId: scope.requestId }, 'auth service call failed')
    return createJsonResponse(500, {
      code: 'unexpected_failure',
      message: 'Unexpected failure, please check server logs for more information',
      request_id: scope.requestId,
    })
  }
  const { status, code, message, details, retryAfter } = known
  const response = createJsonResponse(status, { code, message, ...details })
  if (retryAfter !== undefined) response.headers['retry-after'] = String(retryAfter)
  return response
}

function toAuthError(error: unknown): AuthError | undefined {
  if (error instanceof AuthError) return error
  if (error instanceof PasswordQueueFull)
    return new AuthError(503, 'request_timeout', BUSY, { retryAfter: 2 })
  if (isDatabaseUnavailable(error))
    return new AuthError(503, 'request_timeout', UNAVAILABLE, { retryAfter: RETRY_AFTER_SECONDS })
  if (error instanceof HookError) return new AuthError(error.status, 'hook_refused', error.message)
  if (isTooManyRequests(error)) {
    const { retryAfterSeconds } = error.data
    return new AuthError(429, 'over_request_rate_limit', error.message, { retryAfter: retryAfterSeconds })
  }
  return undefined
}

/**
 * Checks the CAPTCHA token of a guarded call, if the site has one. Done centrally, so that no call can omit it.
 * @throws AuthError captcha_failed
 */
async function checkCallCaptcha(call: AuthCall, request: AuthRequest): Promise<void> {
  const { context, search, read } = request
  if (context.config.auth.captcha === undefined || call.method !== 'POST') return
  const isPassword = call.path === '/token' && search.get('grant_type') === 'password'
  if (!isPassword && !guarded.has(call.path)) return
  const token = read(body).gotrue_meta_security?.captcha_token ?? undefined
  const result = await checkCaptcha(context, token)
  if (result.outcome === 'refused')
    throw new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${result.reason})`)
  if (result.outcome === 'silent')
    throw new AuthError(500, 'unexpected_failure', 'captcha verification process failed')
}
