import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '~/lib/database-unavailable'
import { findRequestLanguage, runInLanguage } from '~/i18n/server/language-scope'
import type { Language } from '~/i18n/language'
import type { Logger } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'

/** State of one request, available to calls made while its page is rendered. */
export interface RequestScope {
  requestId: string
  ip: string
  headers: Headers
  /** Added to the response, such as set-cookie of a call made during rendering. */
  responseHeaders: Headers
  log: Logger
  language: Language
  /** Looks up the caller, at most once per request and only when a call is made. */
  caller: () => Promise<Caller | null>
  nonce?: string
  /** Set while a page is rendered: encoded HTML for the placeholders in the page; see sealScripts. */
  inserted?: Buffer[]
  /**
   * A call of the page was refused because of the request itself: the page gets this status instead of the router's
   * 500.
   */
  refused?: { status: 400 | 429; retryAfterSeconds?: number | undefined }
  /**
   * Receives the HTML directly, because a Response would convert 100 kB to bytes and back; the Response then stays
   * empty.
   */
  storeHtml?: (html: string) => void
}

const storage = new AsyncLocalStorage<RequestScope>()

export function runInScope<Result>(scope: RequestScope, run: () => Result): Result {
  return runInLanguage(scope.language, () => storage.run(scope, run))
}

export function findScope(): RequestScope | undefined {
  return storage.getStore()
}

export function createScope(
  request: { requestId: string; ip: string; headers: Headers },
  services: { log: Logger; resolveCaller: (headers: Headers, ip: string) => Promise<Caller | null> },
): RequestScope {
  let caller: Promise<Caller | null> | undefined
  const responseHeaders = new Headers()
  async function resolveCaller(): Promise<Caller | null> {
    try {
      return await services.resolveCaller(request.headers, request.ip)
    } catch (error) {
      // The router would hide the cause behind its error page.
      if (isDatabaseUnavailable(error)) responseHeaders.set('retry-after', String(RETRY_AFTER_SECONDS))
      throw error
    }
  }
  return {
    ...request,
    responseHeaders,
    log: services.log.child({ requestId: request.requestId }),
    language: findRequestLanguage(
      request.headers.get('cookie') ?? '',
      request.headers.get('accept-language'),
    ),
    caller: () => (caller ??= resolveCaller()),
  }
}

export function toHeaders(raw: NodeJS.Dict<string | string[]>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value === 'string') headers.set(name, value)
    else if (value) for (const item of value) headers.append(name, item)
  }
  return headers
}
