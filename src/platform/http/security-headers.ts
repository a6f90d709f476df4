import { CSP_REPORT_PATH } from './csp-report'

/** Headers of every answer. */
export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=(), camera=(self)',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** What a page may do beyond its own scripts and files. */
export interface PageRights {
  /** WebAssembly of our own, which reading codes from a camera needs, and one worker; text may still not become script. */
  mayCompile?: boolean | undefined
  /** Origins whose scripts, frames and styles may run here, such as of a captcha. */
  guests?: readonly string[] | undefined
}

/**
 * Content-Security-Policy of a page. Inline scripts run only when their hash is named. Styles may be inline: the toaster
 * and React's style attributes are, and a style cannot act for anybody.
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[] = [],
  { mayCompile = false, guests = [] }: PageRights = {},
): string {
  const scripts = [...scriptHashes, ...(mayCompile ? ['wasm-unsafe-eval'] : [])].map((one) => ` '${one}'`)
  const hosts = guests.map((guest) => ` ${guest}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${scripts.join('')}${hosts}`,
    // Only pages that may compile have a worker: it keeps them for when there is no network.
    `worker-src ${mayCompile ? "'self'" : "'none'"}`,
    `style-src 'self' 'unsafe-inline'${hosts}`,
    "img-src 'self' data: blob:",
    ...(guests.length > 0 ? [`frame-src${hosts}`, `connect-src 'self'${hosts}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${CSP_REPORT_PATH}`,
  ].join('; ')
}
