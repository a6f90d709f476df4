import type { Language } from '~/i18n/language'

/** What rendering a page may know of its request besides the URL. */
export interface PageRequest {
  cookie: string
  language: Language
  /** For the inline scripts of this rendering; see platform/http/seal-scripts. */
  nonce: string | undefined
}

// Registered by the server at startup, as in link.ts, so the browser bundle contains no server code.
let find: () => PageRequest | undefined = () => undefined

export function registerPageRequest(finder: () => PageRequest | undefined): void {
  find = finder
}

/** Returns the cookies that scripts may read: of the request being answered, or of the browser. */
export function getPageCookies(): string {
  return typeof document === 'undefined' ? (find()?.cookie ?? '') : document.cookie
}

/** Returns the language of the page being rendered, or on screen. */
export function getPageLanguage(): string {
  return typeof document === 'undefined' ? (find()?.language ?? 'en') : document.documentElement.lang
}

/**
 * Returns the nonce of the page being rendered; undefined in the browser, and in development, where no policy is sent.
 */
export function getPageNonce(): string | undefined {
  return find()?.nonce
}
