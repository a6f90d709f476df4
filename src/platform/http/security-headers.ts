import { CSP_REPORT_PATH } from './csp-report'

const PERMISSIONS = ['geolocation=()', 'microphone=()', 'usb=()', 'camera=(self)']

/** Returns the Permissions-Policy; `payers`: origins that may open wallets such as Apple Pay, besides ours. */
export function createPermissionsPolicy(payers: readonly string[] = []): string {
  const payment = payers.length === 0 ? '' : ['self', ...payers.map((origin) => `"${origin}"`)].join(' ')
  return [...PERMISSIONS, `payment=(${payment})`].join(', ')
}

export function getBaseHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': createPermissionsPolicy(),
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** Content that a page may run or embed besides its own scripts and files. */
export interface PageRights {
  /** Allows our own WebAssembly and one worker, for the code scanner. Eval of text stays blocked. */
  canCompile?: boolean | undefined
  /** Origins whose scripts, frames and styles may run on the page, such as that of a CAPTCHA. */
  guests?: readonly string[] | undefined
  /** Origins of a payment provider, whose script may open wallets. */
  payment?: PaymentOrigins | undefined
}

export interface PaymentOrigins {
  scripts: readonly string[]
  frames: readonly string[]
  connections: readonly string[]
  /** The origins that may open wallets such as Apple Pay. */
  wallets: readonly string[]
}

/**
 * Returns the Content-Security-Policy of a page. Inline scripts run only if their hash is listed. Inline styles are
 * allowed because the toaster and React's style attributes need them; styles can't run code.
 */
export function createContentSecurityPolicy(
  scriptHashes: readonly string[] = [],
  { canCompile = false, guests = [], payment }: PageRights = {},
): string {
  const scripts = [...scriptHashes, ...(canCompile ? ['wasm-unsafe-eval'] : [])].map(
    (source) => ` '${source}'`,
  )
  const list = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join('')
  const hosts = list(guests)
  return [
    "default-src 'self'",
    `script-src 'self'${scripts.join('')}${hosts}${list(payment?.scripts)}`,
    // Only pages that may run WebAssembly have a worker, which also caches them for offline use.
    `worker-src ${canCompile ? "'self'" : "'none'"}`,
    `style-src 'self' 'unsafe-inline'${hosts}`,
    "img-src 'self' data: blob:",
    ...(guests.length > 0 || payment !== undefined
      ? [
          `frame-src${hosts}${list(payment?.frames)}`,
          `connect-src 'self'${hosts}${list(payment?.connections)}`,
        ]
      : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${CSP_REPORT_PATH}`,
  ].join('; ')
}
