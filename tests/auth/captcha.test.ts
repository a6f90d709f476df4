import { afterAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { startFormService } from '../support/form-service'

// Fakes both providers: they refuse used and unknown tokens.
const used = new Set<string>()
const service = await startFormService((form) => {
  const token = form.get('response') ?? ''
  const isGood = token.startsWith('solved') && !used.has(token) && form.get('secret') === 'of the site'
  used.add(token)
  // Turnstile refuses with its own status code.
  return isGood
    ? { status: 200, body: { success: true, hostname: 'localhost', 'error-codes': [] } }
    : { status: 400, body: { success: false, 'error-codes': ['timeout-or-duplicate'] } }
})
const captcha = { siteKey: 'for everybody', secret: 'of the site', verifyUrl: `${service.url}/siteverify` }
const { address, someAddress, stop } = await startTestApp({
  auth: { captcha: { kind: 'hcaptcha', ...captcha } },
})
const turnstile = await startTestApp({ auth: { captcha: { kind: 'turnstile', ...captcha } } })
afterAll(async () => {
  await stop()
  await turnstile.stop()
  await service.stop()
})
beforeEach(() => void (service.received.length = 0))

let tokens = 0
function solve(): string {
  tokens += 1
  return `solved ${tokens}`
}

const email = 'robot@nowhere.example'
type Client = ReturnType<typeof createAuthClient>['client']
type Ask = (client: Client, options: { captchaToken?: string }) => Promise<{ error: unknown }>
const password = DEMO_PASSWORD
const asks: [string, Ask][] = [
  ['signup', (client, options) => client.signUp({ email, password, options })],
  [
    'password',
    (client, options) => client.signInWithPassword({ email: getPersonEmail('mara'), password, options }),
  ],
  ['otp', (client, options) => client.signInWithOtp({ email, options })],
  ['recover', (client, options) => client.resetPasswordForEmail(email, options)],
  ['resend', (client, options) => client.resend({ type: 'email_change', email, options })],
]

test.each(asks)('A-08 %s requires a CAPTCHA token, and each token works once', async (_name, ask) => {
  const { client } = createAuthClient(address, { ip: someAddress() })
  expect(await ask(client, {})).toMatchObject({
    error: {
      code: 'captcha_failed',
      status: 400,
      message: 'captcha protection: request disallowed (no captcha_token found in request)',
    },
  })
  expect(service.received).toEqual([])
  expect(await ask(client, { captchaToken: 'made up' })).toMatchObject({
    error: {
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (timeout-or-duplicate)',
    },
  })
  const token = solve()
  expect(await ask(client, { captchaToken: token })).toMatchObject({ error: null })
  expect(await ask(client, { captchaToken: token })).toMatchObject({ error: { code: 'captcha_failed' } })
})

test.each([
  ['/sso', { domain: 'label.example' }, 404],
  ['/passkeys/authentication/options', {}, 200],
] as const)('A-08 %s requires a CAPTCHA', async (path, body, status) => {
  const send = async (captcha_token?: string) => {
    const answer = await fetch(`${address}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
      body: JSON.stringify({ ...body, gotrue_meta_security: { captcha_token } }),
    })
    return { status: answer.status, body: (await answer.json()) as { code?: string } }
  }
  expect(await send()).toMatchObject({ status: 400, body: { code: 'captcha_failed' } })
  expect((await send(solve())).status).toBe(status)
})

test('A-08 hCaptcha is called as documented, with the site key; calls without a CAPTCHA do not call it', async () => {
  const ip = someAddress()
  const { client } = createAuthClient(address, { ip })
  const captchaToken = solve()
  await client.signInWithPassword({
    email: getPersonEmail('juno'),
    password: DEMO_PASSWORD,
    options: { captchaToken },
  })
  expect(service.received).toHaveLength(1)
  expect(Object.fromEntries(service.received[0]?.form ?? [])).toEqual({
    secret: 'of the site',
    response: captchaToken,
    remoteip: ip,
    sitekey: 'for everybody',
  })
  expect((await client.refreshSession()).error).toBeNull()
  expect((await client.updateUser({ data: { a: 1 } })).error).toBeNull()
  expect(service.received).toHaveLength(1)
})

test('A-08 Turnstile is called as documented', async () => {
  const ip = someAddress()
  const { client } = createAuthClient(turnstile.address, { ip })
  const captchaToken = solve()
  const credentials = { email: getPersonEmail('juno'), password: DEMO_PASSWORD }
  expect((await client.signInWithPassword(credentials)).error).toMatchObject({ code: 'captcha_failed' })
  expect((await client.signInWithPassword({ ...credentials, options: { captchaToken } })).error).toBeNull()
  expect(Object.fromEntries(service.received.at(-1)?.form ?? [])).toEqual({
    secret: 'of the site',
    response: captchaToken,
    remoteip: ip,
  })
})

const own = [
  ['/auth/sign-in', { email: getPersonEmail('sofia'), password: DEMO_PASSWORD }],
  ['/auth/sign-up', { fullName: 'Robot', email: 'robot2@nowhere.example', password: 'long enough' }],
  ['/auth/recover', { email: 'robot4@nowhere.example' }],
  ['/auth/code', { email: 'robot3@nowhere.example' }],
  ['/auth/passkey/options', {}],
] as const

test.each(own)('A-08 the call %s of our own pages requires a CAPTCHA', async (path, body) => {
  const send = async (more: object) => {
    const answer = await fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
      body: JSON.stringify({ ...body, ...more }),
    })
    return { status: answer.status, body: (await answer.json()) as { code?: string } }
  }
  for (const more of [{}, { captcha: 'made up' }])
    expect(await send(more)).toMatchObject({ status: 400, body: { code: 'CAPTCHA_FAILED' } })
  expect(await send({ captcha: solve() })).toMatchObject({ status: 200 })
})

test('A-08 every guarded request is refused while the CAPTCHA service is down', async () => {
  const away = await startTestApp({
    auth: { captcha: { kind: 'turnstile', ...captcha, verifyUrl: 'http://127.0.0.1:9/' } },
  })
  const { client } = createAuthClient(away.address)
  const { error } = await client.signInWithPassword({
    email: getPersonEmail('juno'),
    password: DEMO_PASSWORD,
    options: { captchaToken: solve() },
  })
  expect(error).toMatchObject({ status: 500 })
  await away.stop()
})
