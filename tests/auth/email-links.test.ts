import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { codeIn, linkIn } from '../support/stored-emails'
import { startEmailSink } from '../support/smtp-sink'

const sink = await startEmailSink()
const { address, db, someAddress, stop } = await startTestApp({
  auth: { redirects: ['https://app.example/in/**', 'app.back-to-back://in'] },
  smtpUrl: sink.smtpUrl,
})
afterAll(async () => {
  await stop()
  await sink.stop()
})

let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `remi${people}@voss.example`
})

const password = 'correct horse'
const app = 'https://app.example/in/here'

/** Opens an email's link like a browser, up to the redirect. */
async function follow(link: string, method = 'GET') {
  const { pathname, search } = new URL(link)
  const answer = await fetch(`${address}${pathname}${search}`, {
    method,
    redirect: 'manual',
    headers: { 'x-forwarded-for': someAddress() },
  })
  return { status: answer.status, headers: answer.headers, location: answer.headers.get('location') ?? '' }
}

const newClient = (flowType: 'implicit' | 'pkce' = 'implicit') =>
  createAuthClient(address, { ip: someAddress(), flowType })

const fragmentOf = (location: string) =>
  Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)))

test('A-04 A-08 the link of a sign-up email starts a session in the app, once', async () => {
  const signedUp = newClient()
  await signedUp.client.signUp({ email, password, options: { emailRedirectTo: app } })
  const link = linkIn(await sink.next(email))
  expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/v1\/verify\?token=[\w-]{43}&type=signup&redirect_to=/)
  // Email scanners send HEAD requests before people open links.
  expect((await follow(link, 'HEAD')).status).toBe(405)

  const { status, location, headers } = await follow(link)
  expect(status).toBe(303)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.getSetCookie()).toEqual([])
  expect(location.split('#')[0]).toBe(app)
  const { access_token = '', refresh_token = '', ...rest } = fragmentOf(location)
  expect(rest).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' })
  const { client, notified } = newClient()
  expect((await client.setSession({ access_token, refresh_token })).data.user).toMatchObject({ email })
  expect(notified).toContain('SIGNED_IN')
  expect(await fetchMe(address, { access_token })).toMatchObject({ email, isEmailVerified: true })

  const again = await follow(link)
  expect(again.location.split(/[?#]/)[0]).toBe(app)
  expect(fragmentOf(again.location)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  })
})

test('A-08 with PKCE, the emailed link returns a code that only the requesting app can exchange, once', async () => {
  const { client, notified } = newClient('pkce')
  await client.signInWithOtp({ email, options: { emailRedirectTo: 'app.back-to-back://in' } })
  const { location } = await follow(linkIn(await sink.next(email)))
  expect(location).toMatch(/^app\.back-to-back:\/\/in\/?\?code=[\w-]+$/)
  const code = new URL(location).searchParams.get('code') ?? ''
  // Opening the link has created the account, with a verified email.
  const account = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
  expect(account?.email_verified_at).toBeInstanceOf(Date)

  const { data, error } = await client.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(notified).toContain('SIGNED_IN')
  expect(await fetchMe(address, data.session)).toMatchObject({ email })
  const copied = await fetch(`${address}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(56) }),
  })
  expect(copied.status).toBe(404)
})

test('A-08 with PKCE, the emailed code starts a session, too', async () => {
  const { client } = newClient('pkce')
  await client.signInWithOtp({ email, options: { emailRedirectTo: app } })
  const message = await sink.next(email)
  const { data, error } = await client.verifyOtp({ email, token: codeIn(message), type: 'email' })
  expect(error).toBeNull()
  expect(data.session?.access_token).toBeDefined()
  expect(fragmentOf((await follow(linkIn(message))).location)).toMatchObject({ error_code: 'otp_expired' })
})

test('A-09 recovery by a link with PKCE: the client emits the recovery event', async () => {
  await newClient().client.signUp({ email, password })
  await sink.next(email)
  const { client, notified } = newClient('pkce')
  await client.resetPasswordForEmail(email, { redirectTo: app })
  const { location } = await follow(linkIn(await sink.next(email)))
  const code = new URL(location).searchParams.get('code') ?? ''
  expect((await client.exchangeCodeForSession(code)).error).toBeNull()
  expect(notified).toContain('PASSWORD_RECOVERY')
})

test.each([
  'https://evil.example/in/here',
  'https://app.example.evil.example/in/here',
  'https://app.example/elsewhere',
  'javascript:alert(1)',
  '//evil.example',
])('a link with redirect_to %s leads to our own page, and is not used up', async (redirectTo) => {
  const { client } = newClient()
  await client.signInWithOtp({ email, options: { emailRedirectTo: redirectTo } })
  const link = linkIn(await sink.next(email))
  expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/link\?token=[\w-]+&type=magiclink$/)

  const token = new URL(link).searchParams.get('token') ?? ''
  const search = new URLSearchParams({ token, type: 'magiclink', redirect_to: redirectTo })
  const { status, location } = await follow(`${address}/auth/v1/verify?${search}`)
  expect([status, location]).toEqual([303, link])
  expect((await client.verifyOtp({ token_hash: token, type: 'magiclink' })).error).toBeNull()
})

test('a link without a token, or with an unknown type, is refused', async () => {
  const none = await follow(`${address}/auth/v1/verify?type=signup&redirect_to=${encodeURIComponent(app)}`)
  expect(fragmentOf(none.location)).toMatchObject({ error_code: 'otp_expired' })
  expect((await follow(`${address}/auth/v1/verify?token=x&type=nothing`)).status).toBe(400)
  expect((await follow(`${address}/auth/v1/verify?token=x&type=constructor`)).status).toBe(400)
})

test.each(['not base64 & short', 'x'.repeat(200)])('a challenge of %j is refused', async (code_challenge) => {
  const answer = await fetch(`${address}/auth/v1/otp`, {
    method: 'POST',
    body: JSON.stringify({ email, code_challenge, code_challenge_method: 's256' }),
  })
  expect(answer.status).toBe(400)
})
