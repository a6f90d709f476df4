import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '~/lib/database-unavailable'
import { languageOfRequest, runInLanguage } from '~/i18n/server/language-scope'
import type { Language } from '~/i18n/language'
import type { Logger } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'

/** What belongs to one request, for calls made while its page is rendered. */
export interface RequestScope {
  requestId: string
  ip: string
  headers: Headers
  /** Added to the answer, such as set-cookie of a call made during rendering. */
  responseHeaders: Headers
  log: Logger
  /** Of the answer's texts. */
  language: Language
  /** Asked for at most once per request, and only when a call is made. */
  caller: () => Promise<Caller | null>
  /** Set while a page is rendered. */
  nonce?: string
  /** Set while a page is rendered: encoded HTML, for which the page contains only marks; see sealScripts. */
  inserted?: Buffer[]
  /** A call of the page that was refused because of the request itself: the page has this status, where the router says 500. */
  refused?: { status: 400 | 429; retryAfterSeconds?: number | undefined }
  /** Takes the page as it is, where a Response would turn 100 kB into bytes and back; the Response then stays empty. */
  keepHtml?: (html: string) => void
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
      // The router would hide the reason behind its own error page.
      if (isDatabaseUnavailable(error)) responseHeaders.set('retry-after', String(RETRY_AFTER_SECONDS))
      throw error
    }
  }
  return {
    ...request,
    responseHeaders,
    log: services.log.child({ requestId: request.requestId }),
    language: languageOfRequest(request.headers.get('cookie') ?? '', request.headers.get('accept-language')),
    caller: () => (caller ??= resolveCaller()),
  }
}

/** node:http's headers as fetch's. */
export function toHeaders(raw: NodeJS.Dict<string | string[]>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value === 'string') headers.set(name, value)
    else if (value) for (const one of value) headers.append(name, one)
  }
  return headers
}
