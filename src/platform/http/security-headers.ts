/** Of every answer, whatever it is. */
export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=(), camera=(self)',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/**
 * Content-Security-Policy of a page. Inline scripts run only when their hash is named. Styles may be inline: the toaster
 * and React's style attributes are, and a style cannot act for anybody. `mayCompile`: WebAssembly of our own may run, which a
 * page that reads codes from a camera needs; text may still not become script.
 */
export function contentSecurityPolicy(scriptHashes: readonly string[] = [], mayCompile = false): string {
  const scripts = [...scriptHashes, ...(mayCompile ? ['wasm-unsafe-eval'] : [])].map((one) => ` '${one}'`)
  return [
    "default-src 'self'",
    `script-src 'self'${scripts.join('')}`,
    // Only pages that may compile have a worker: it keeps them for when there is no network.
    `worker-src ${mayCompile ? "'self'" : "'none'"}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
