import type { Language } from '~/i18n/language'

/** The data of a request that is available while its page is rendered, besides the URL. */
export interface PageRequest {
  cookie: string
  language: Language
  /** The nonce of the inline scripts in this rendering; see platform/http/replace-nonce. */
  nonce: string | undefined
}

// The server registers this at startup, as in link.ts, so that the browser bundle contains no server code.
let find: () => PageRequest | undefined = () => undefined

export function registerPageRequestFinder(finder: () => PageRequest | undefined): void {
  find = finder
}

/** Returns the cookies that scripts may read: of the request on the server, or of the browser. */
export function getPageCookies(): string {
  return typeof document === 'undefined' ? (find()?.cookie ?? '') : document.cookie
}

/** Returns the language of the page that is being rendered or shown. */
export function getPageLanguage(): string {
  return typeof document === 'undefined' ? (find()?.language ?? 'en') : document.documentElement.lang
}

/**
 * Returns the nonce of the page that is being rendered. Undefined in the browser, and in development, where no policy
 * is sent.
 */
export function getPageNonce(): string | undefined {
  return find()?.nonce
}
