import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import type { startTestApp } from './app'

type TestApp = Pick<Awaited<ReturnType<typeof startTestApp>>, 'address' | 'someAddress'>

interface Answer<Body> {
  status: number
  body: Body
}

/** A browser on our own pages: makes their calls and stores response cookies. */
export function createBrowser({ address, someAddress }: TestApp) {
  const jar = new Map<string, string>()
  let network: string | undefined
  const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  async function send<Body>(method: string, path: string, body?: object): Promise<Answer<Body>> {
    const answer = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': network ?? someAddress(),
        cookie: cookie(),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as Body }
  }

  return {
    jar,
    cookie,
    /**
     * Sends all further requests from one address. By default each comes from another one, to stay below the rate
     * limits.
     */
    stayAt: (address: string) => void (network = address),
    get: <Body = Record<string, unknown>>(path: string): Promise<Answer<Body>> => send('GET', path),
    post: <Body = Record<string, unknown>>(path: string, body: object = {}): Promise<Answer<Body>> =>
      send('POST', path, body),
    patch: <Body = Record<string, unknown>>(path: string, body: object) => send<Body>('PATCH', path, body),
    remove: <Body = Record<string, unknown>>(path: string): Promise<Answer<Body>> => send('DELETE', path),
    me: async () => (await send<Record<string, unknown> | null>('GET', '/me')).body,
    signIn: (key: string, next?: string) =>
      send<{ me: object | null; landingPath: string }>('POST', '/auth/sign-in', {
        email: getPersonEmail(key),
        password: DEMO_PASSWORD,
        next,
      }),
  }
}

export type Browser = ReturnType<typeof createBrowser>
