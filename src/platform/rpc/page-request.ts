import type { Language } from '~/i18n/language'

/** What rendering a page may know of its request beyond its address. */
export interface PageRequest {
  cookie: string
  language: Language
  /** For the inline scripts of this rendering; see platform/http/seal-scripts. */
  nonce: string | undefined
}

// Registered by the server at start, as in link.ts: the browser's bundle holds nothing of the server.
let find: () => PageRequest | undefined = () => undefined

export function registerPageRequest(finder: () => PageRequest | undefined): void {
  find = finder
}

/** The cookies that scripts may read: of the request being answered, or of the browser. */
export function pageCookies(): string {
  return typeof document === 'undefined' ? (find()?.cookie ?? '') : document.cookie
}

/** The language of the page that is rendered, or on screen. */
export function pageLanguage(): string {
  return typeof document === 'undefined' ? (find()?.language ?? 'en') : document.documentElement.lang
}

/** Undefined in the browser, and in development, where no policy is sent. */
export function pageNonce(): string | undefined {
  return find()?.nonce
}
