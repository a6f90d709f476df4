interface Cookie {
  host: string
  path: string
  value: string
}

/** The public address that a product under test writes into links. Requests go to the address where it listens. */
const PUBLIC = 'http://localhost:3000'

/** A response: a page or a redirect. */
interface Step {
  url: string
  status: number
  headers: Headers
  body: string
}

/**
 * Creates a browser that can sign in at a provider: it stores cookies by host and path, follows redirects, and types a
 * name into the provider's form. It stops at the address of an app or of one of our pages.
 */
export function createBrowser(address: string, { ip = '198.51.100.9' }: { ip?: string } = {}) {
  const jar = new Map<string, Cookie>()
  /** Every visited address, in order. */
  const visited: string[] = []

  function cookiesFor({ host, pathname }: URL): string {
    const own = [...jar].filter(([, cookie]) => cookie.host === host && pathname.startsWith(cookie.path))
    return own.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ')
  }

  function keep(url: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const equals = pair.indexOf('=')
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
      const key = `${pair.slice(0, equals)} ${url.host}${path}`
      const expires = attributes.find((one) => /^expires=/i.test(one))?.slice(8)
      const isOver =
        attributes.some((one) => /^max-age=0$/i.test(one)) ||
        (expires !== undefined && new Date(expires) < new Date())
      if (isOver) jar.delete(key)
      else jar.set(key, { host: url.host, path, value: pair.slice(equals + 1) })
    }
  }

  /** Sends one request. `isForeign`: it's posted by a form on another site, so SameSite=Lax cookies are not sent. */
  async function send(
    target: string,
    { form, isForeign = false }: { form?: Record<string, string>; isForeign?: boolean } = {},
  ): Promise<Step> {
    const url = new URL(target)
    visited.push(target)
    const headers = new Headers({ 'x-forwarded-for': ip })
    const cookies = cookiesFor(url)
    if (cookies !== '' && !isForeign) headers.set('cookie', cookies)
    if (isForeign) headers.set('sec-fetch-site', 'cross-site')
    const answer = await fetch(target.replace(PUBLIC, address), {
      method: form === undefined ? 'GET' : 'POST',
      headers,
      redirect: 'manual',
      ...(form && { body: new URLSearchParams(form) }),
    })
    keep(url, answer.headers.getSetCookie())
    return { url: target, status: answer.status, headers: answer.headers, body: await answer.text() }
  }

  /**
   * Follows redirects to a page, or to an address that is not served here: an app's, or one of our pages under /auth/.
   * `as` is the person who signs in at the provider.
   */
  async function open(start: string, { as }: { as?: string } = {}): Promise<Step> {
    let step = await send(start)
    for (let count = 0; count < 20; count += 1) {
      const location = step.headers.get('location')
      if (location !== null) {
        const next = new URL(location, step.url)
        if (isEnd(next)) return { url: next.href, status: 0, headers: new Headers(), body: '' }
        step = await send(next.href)
      } else if (as !== undefined && step.body.includes('name="person"')) {
        step = await send(step.url, { form: { person: as } })
      } else if (step.body.includes('form_post')) {
        step = await send(...postedForm(step.body))
      } else return step
    }
    throw new Error(`a circle: ${visited.slice(-5).join(' → ')}`)
  }

  return {
    open,
    send,
    jar,
    visited,
    /** The cookies that one of our pages would send. */
    cookie: () => cookiesFor(new URL(`${PUBLIC}/`)),
    /** Stores the cookies of a response to one of our pages. */
    keep: (answer: Response) => keep(new URL(`${PUBLIC}/`), answer.headers.getSetCookie()),
  }
}

function isEnd(url: URL): boolean {
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1'
  return !isLocal || (url.origin === PUBLIC && !url.pathname.startsWith('/auth/v1/'))
}

/** Parses a page that submits itself, as providers return with response_mode=form_post. */
function postedForm(body: string): [string, { form: Record<string, string>; isForeign: true }] {
  const action = /<form[^>]* action="([^"]+)"/.exec(body)?.[1] ?? ''
  const fields = [...body.matchAll(/<input[^>]* name="([^"]+)" value="([^"]*)"/g)]
  const form = Object.fromEntries(
    fields.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]),
  )
  return [action, { form, isForeign: true }]
}
