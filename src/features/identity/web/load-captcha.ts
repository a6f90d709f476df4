import type { SignInMethods } from './sign-in-queries'

export type CaptchaKind = NonNullable<SignInMethods['captcha']>['kind']

type Settings = {
  sitekey: string
  theme: 'light' | 'dark'
  callback: (token: string) => void
  'expired-callback': () => void
  'error-callback': () => void
}
export type CaptchaApi = {
  render: (place: HTMLElement, settings: Settings) => string
  reset: (id: string) => void
  remove: (id: string) => void
}

const scripts: Record<CaptchaKind, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
}
/** After this time, loading counts as failed: the browser often fires no event for a blocked script. */
const MAX_WAIT_MS = 15_000
const loading = new Map<CaptchaKind, Promise<CaptchaApi>>()

/**
 * Loads the provider's script, once per document. Rejects if it fails or takes too long; the next call then tries
 * again.
 */
export function loadCaptcha(kind: CaptchaKind): Promise<CaptchaApi> {
  const known = loading.get(kind)
  if (known !== undefined) return known
  const coming = load(kind)
  loading.set(kind, coming)
  coming.catch(() => loading.delete(kind))
  return coming
}

function load(kind: CaptchaKind): Promise<CaptchaApi> {
  const { promise, resolve, reject } = Promise.withResolvers<CaptchaApi>()
  // The script calls the global function with this name when it is ready.
  const ready = `on_${kind}_ready`
  const page = window as unknown as Record<string, unknown>
  page[ready] = () => resolve(page[kind] as CaptchaApi)
  const script = document.createElement('script')
  script.src = `${scripts[kind]}?render=explicit&onload=${ready}`
  script.async = true
  const fail = () => {
    script.remove()
    reject(new TypeError(`the script of ${kind} did not load`))
  }
  script.addEventListener('error', fail)
  const timer = setTimeout(fail, MAX_WAIT_MS)
  document.head.append(script)
  return promise.finally(() => clearTimeout(timer))
}
