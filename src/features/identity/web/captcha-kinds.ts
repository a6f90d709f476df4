import type { Ways } from './way-queries'

export type CaptchaKind = NonNullable<Ways['captcha']>['kind']

type Settings = {
  sitekey: string
  theme: 'light' | 'dark'
  callback: (token: string) => void
  'expired-callback': () => void
  'error-callback': () => void
}
/** Both kinds have the same calls. */
export type CaptchaApi = {
  render: (place: HTMLElement, settings: Settings) => string
  reset: (id: string) => void
  remove: (id: string) => void
}

const scripts: Record<CaptchaKind, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
}
const loading = new Map<CaptchaKind, Promise<CaptchaApi>>()

/** Their script, once for a document. Rejects where it cannot be fetched; asking anew tries again. */
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
  // They call this by its name as soon as they are there.
  const ready = `on_${kind}_ready`
  const page = window as unknown as Record<string, unknown>
  page[ready] = () => resolve(page[kind] as CaptchaApi)
  const script = document.createElement('script')
  script.src = `${scripts[kind]}?render=explicit&onload=${ready}`
  script.async = true
  script.addEventListener('error', () => {
    script.remove()
    reject(new TypeError(`${kind} did not come`))
  })
  document.head.append(script)
  return promise
}
