import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '~/lib/database-unavailable'
import { findRequestLanguage, runInLanguage } from '~/i18n/server/language-scope'
import type { Language } from '~/i18n/language'
import type { Logger } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'

/** Data of one request, available to the calls made while its page is rendered. */
export interface RequestScope {
  requestId: string
  ip: string
  headers: Headers
  /** Headers for the response, such as set-cookie of a call made during rendering. */
  responseHeaders: Headers
  log: Logger
  language: Language
  /** Finds the caller. The query runs at most once per request, and only if a call is made. */
  caller: () => Promise<Caller | null>
  nonce?: string
  /** Set while a page is rendered: the encoded HTML to put in place of its placeholders, see replaceNonceWithHashes. */
  inserted?: Buffer[]
  /**
   * Set if a call of the page was refused because of the request itself. The page gets this status instead of the
   * router's 500.
   */
  refused?: { status: 400 | 429; retryAfterSeconds?: number | undefined }
  /**
   * Receives the HTML of the page, because a Response would convert 100 kB to bytes and back. The Response then stays
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
      // Tells the page renderer that the database is down, because the router would hide the cause behind its error
      // page.
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
