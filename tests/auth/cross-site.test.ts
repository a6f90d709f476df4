import { afterAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { authCalls } from '~/features/identity/server/auth-service/all-calls'
import { startTestApp } from '../support/app'
import { createAdminProgram, PASSWORD } from '../support/admin-program'
import { createPostman } from '../support/stored-emails'

// Attacks by other sites: open redirects, reading responses, and login CSRF.
const PUBLIC = 'http://localhost:3000'
const client = { clientId: 'us', clientSecret: 'secret', appClientIds: [] }
const app = await startTestApp({
  auth: { github: client, redirects: ['https://app.example/**', 'https://*.preview.example/in'] },
})
const { address, db, someAddress } = app
const post = createPostman(app.dataDir)
afterAll(app.stop)
const { admin, newUser, signIn } = await createAdminProgram(app)

const EVIL = [
  'https://evil.example',
  'https://evil.example/https://app.example/',
  'https://app.example.evil.example/',
  'https://app.example@evil.example/',
  'https://app.example:pass@app.example/',
  'https://evil.example#https://app.example/',
  'https://a.b.preview.example/in',
  'https://evil.example/.preview.example/in',
  'http://app.example/',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'http://localhost:3000.evil.example/',
  'http://localhost:3000@evil.example/',
  'https://localhost:3000/',
  'javascript:alert(1)//https://app.example/',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
]
const GOOD = 'https://app.example/in?next=1'

async function send(method: string, path: string, { body, token }: { body?: object; token?: string } = {}) {
  const answer = await fetch(`${address}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': someAddress(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Returns the redirect target of a provider flow. */
async function endOfFlow(): Promise<string> {
  const { redirect_to } = await db
    .selectFrom('sign_in_flows')
    .select('redirect_to')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return redirect_to
}

/** Returns whether a text, such as an email, contains this address, encoded or not. */
const leads = (text: string, to: string) =>
  text.includes(to) ||
  text.includes(encodeURIComponent(to)) ||
  text.includes(new URLSearchParams({ to }).toString().slice(3))

let people = 0
const temi = signIn(getPersonEmail('temi'), DEMO_PASSWORD)
/** Every call with a redirect. Each function returns the address that a person or program would finally follow. */
const ways: Readonly<Record<string, (to: string) => Promise<string>>> = {
  'GET authorize': async (to) => {
    const { status } = await send('GET', `/authorize?provider=github&redirect_to=${encodeURIComponent(to)}`)
    expect(status).toBe(302)
    return endOfFlow()
  },
  'GET user/identities/authorize': async (to) => {
    const { session } = await temi
    const { status } = await send(
      'GET',
      `/user/identities/authorize?provider=github&skip_http_redirect=true&redirect_to=${encodeURIComponent(to)}`,
      { token: session?.access_token ?? '' },
    )
    expect(status).toBe(200)
    return endOfFlow()
  },
  'GET verify of a dead link': async (to) => {
    const { headers } = await send(
      'GET',
      `/verify?token=dead&type=magiclink&redirect_to=${encodeURIComponent(to)}`,
    )
    return headers.get('location') ?? ''
  },
  'POST otp': async (to) => {
    const email = `otp${(people += 1)}@sand.example`
    await send('POST', `/otp?redirect_to=${encodeURIComponent(to)}`, { body: { email } })
    return (await post.next(email)).text
  },
  'POST signup': async (to) => {
    const email = `signup${(people += 1)}@sand.example`
    await send('POST', `/signup?redirect_to=${encodeURIComponent(to)}`, {
      body: { email, password: PASSWORD },
    })
    return (await post.next(email)).text
  },
  'POST recover': async (to) => {
    const email = `recover${(people += 1)}@sand.example`
    await newUser(email)
    await send('POST', `/recover?redirect_to=${encodeURIComponent(to)}`, { body: { email } })
    return (await post.next(email)).text
  },
  'POST resend': async (to) => {
    const email = `resend${(people += 1)}@sand.example`
    await newUser(email, { email_confirm: false })
    await send('POST', `/resend?redirect_to=${encodeURIComponent(to)}`, { body: { email, type: 'signup' } })
    return (await post.next(email)).text
  },
  'PUT user': async (to) => {
    const [email, next] = [`before${(people += 1)}@sand.example`, `after${people}@sand.example`]
    await newUser(email)
    const { session } = await signIn(email)
    const { status } = await send('PUT', `/user?redirect_to=${encodeURIComponent(to)}`, {
      body: { email: next },
      token: session?.access_token ?? '',
    })
    expect(status).toBe(200)
    return (await post.next(next)).text
  },
  'POST invite': async (to) => {
    const email = `invite${(people += 1)}@sand.example`
    await admin.inviteUserByEmail(email, { redirectTo: to })
    return (await post.next(email)).text
  },
  'POST admin/generate_link': async (to) => {
    const email = `link${(people += 1)}@sand.example`
    const { data } = await admin.generateLink({ type: 'magiclink', email, options: { redirectTo: to } })
    return `${data.properties?.action_link} ${data.properties?.redirect_to}`
  },
}

describe.each(Object.entries(ways))('A-08 redirect_to at %s', (name, follow) => {
  // Each email takes time, so only some targets are tried.
  const tried = name.startsWith('GET') ? EVIL : EVIL.filter((_to, place) => place % 3 === 0)

  test('redirects to an app that the operator allows', async () => {
    expect(leads(await follow(GOOD), GOOD)).toBe(true)
  })

  test('redirects to no address that the operator has not allowed', async () => {
    for (const to of tried) {
      const text = await follow(to)
      // The text has links, and all are ours.
      expect(text, to).toContain(PUBLIC)
      // Tokens are removed first, because a random one may contain any of the words below.
      const withoutTokens = text.replaceAll(/(?<=[?&](?:token|token_hash|code)=)[\w-]+/gu, '')
      for (const word of ['evil', 'script', 'preview', 'app.example'])
        expect(withoutTokens.toLowerCase(), to).not.toContain(word)
    }
  })
})

test('A-08 every call that reads redirect_to is tested above, or ends in the same flows', () => {
  const paths = authCalls.map(({ method, path }) => `${method} ${path.slice(1)}`)
  expect(paths).toEqual(expect.arrayContaining(Object.keys(ways).map((name) => name.split(' of ')[0])))
})

test('our own sign-in page redirects to no other site', async () => {
  for (const next of [...EVIL, GOOD]) {
    const answer = await fetch(`${address}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
      body: JSON.stringify({ email: getPersonEmail('temi'), password: DEMO_PASSWORD, next }),
    })
    const { landingPath = '/' } = (await answer.json()) as { landingPath?: string }
    expect(new URL(landingPath, PUBLIC).origin, next).toBe(PUBLIC)
  }
})

describe('A-08 CORS', () => {
  const asOther = { origin: 'https://evil.example', 'x-forwarded-for': '198.51.100.201' }

  test('the auth service allows calls from any origin, but never with credentials', async () => {
    const cookie = await app.signIn('mara')
    for (const { method, path } of authCalls) {
      const target = `${address}/auth/v1${path.replaceAll(/:\w+/g, 'x')}`
      const preflight = await fetch(target, { method: 'OPTIONS', headers: asOther })
      const answer = await fetch(target, { method, headers: { ...asOther, cookie }, redirect: 'manual' })
      for (const { headers } of [preflight, answer]) {
        expect(headers.get('access-control-allow-origin'), path).toBe('*')
        expect(headers.get('access-control-allow-credentials'), path).toBeNull()
      }
    }
  })

  test('our own calls, files and pages allow no other origin', async () => {
    const cookie = await app.signIn('mara')
    for (const path of ['/api/v1/me', '/api/rpc/identity/me', '/api/live', '/admin/users.csv', '/']) {
      for (const method of ['OPTIONS', 'GET']) {
        const abort = new AbortController()
        const { headers } = await fetch(`${address}${path}`, {
          method,
          headers: { ...asOther, cookie },
          signal: abort.signal,
        })
        expect(headers.get('access-control-allow-origin'), path).toBeNull()
        expect(headers.get('access-control-allow-credentials'), path).toBeNull()
        abort.abort()
      }
    }
  })
})

describe('A-08 login CSRF', () => {
  const mine = { email: getPersonEmail('temi'), password: DEMO_PASSWORD }

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('a form posted from another site (%j) starts no session', async (headers) => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await fetch(`${address}/api/v1/auth/sign-in`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type, 'x-forwarded-for': someAddress() },
        body: JSON.stringify(mine),
      })
      expect(answer.status).toBe(403)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('/auth/v1 sets no cookie for an app', async () => {
    const calls = [
      ['/token?grant_type=password', mine],
      ['/otp', { email: 'cookie@sand.example' }],
      ['/verify', { token_hash: 'dead', type: 'magiclink' }],
    ] as const
    for (const [path, body] of calls) {
      const { headers } = await send('POST', path, { body })
      expect(headers.getSetCookie(), path).toEqual([])
    }
    expect((await send('POST', '/token?grant_type=password', { body: mine })).status).toBe(200)
  })
})
