import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { withDatabase } from './database'
import { emailTo } from './mailbox'

/** Returns the six digits of the newest email to this address with this subject. */
export async function codeInEmail(page: Page, email: string, subject: RegExp): Promise<string> {
  const message = await (await page.request.get(await emailTo(page.request, email, subject))).text()
  const raw = /src="(\/dev\/mail\/[^"]+)"/.exec(message)?.[1]
  const body = raw === undefined ? message : await (await page.request.get(raw)).text()
  const cells = [...body.matchAll(/class="cell"[^>]*>(\d)</g)].map(([, digit]) => digit)
  expect(cells, `the code in the email to ${email}`).toHaveLength(6)
  return cells.join('')
}

/** Verifies the address, as the link of the first email does. An unverified account can't add sign-in methods. */
export async function confirmAddress(email: string, dataDir?: string): Promise<void> {
  await withDatabase(
    (ask) => ask('update accounts set email_verified_at = now() where email = $1', [email]),
    dataDir,
  )
}

async function confirmOwnAddress(request: APIRequestContext): Promise<void> {
  const me = (await (await request.get('/api/v1/me')).json()) as { email: string; isEmailVerified: boolean }
  if (!me.isEmailVerified) await confirmAddress(me.email)
}

/** A person's authenticator. */
export interface Authenticator {
  /**
   * Returns a code that works now, once. A second call returns the code of the next half minute, which the server
   * also accepts.
   */
  nextCode: () => string
  recoveryCodes: string[]
}

export async function addAuthenticator(request: APIRequestContext): Promise<Authenticator> {
  await confirmOwnAddress(request)
  const post = (path: string, data: object) => postJson(request, path, data)
  const { factorId, secret } = await post('me/factors/totp', {})
  const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) })
  let step = 0
  const nextCode = () => {
    step = Math.max(step + 1, Math.floor(Date.now() / 30_000))
    return totp.generate({ timestamp: step * 30_000 })
  }
  const { challengeId } = await post(`auth/factors/${String(factorId)}/challenge`, {})
  const verified = await post(`auth/factors/${String(factorId)}/verify`, { challengeId, code: nextCode() })
  return { nextCode, recoveryCodes: verified['recoveryCodes'] as string[] }
}

async function postJson(
  request: APIRequestContext,
  path: string,
  data: object,
): Promise<Record<string, unknown>> {
  // Like the page, sends an origin: changes from other origins are refused.
  const origin = new URL((await request.get('/healthz')).url()).origin
  const answer = await request.post(`/api/v1/${path}`, { data, headers: { origin } })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Record<string, unknown>
}

/**
 * Adds Chromium's virtual authenticator, unlocked and with its user present: a platform authenticator, or a USB key
 * that holds no passkeys.
 */
export async function addVirtualAuthenticator(page: Page, { isPasskey = true } = {}) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: isPasskey ? 'internal' : 'usb',
      hasResidentKey: isPasskey,
      hasUserVerification: isPasskey,
      isUserVerified: isPasskey,
      automaticPresenceSimulation: true,
    },
  })
  return {
    unlock: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

export async function addSecurityKey(page: Page, name: string): Promise<void> {
  await confirmOwnAddress(page.request)
  const status = await page.evaluate(async (name) => {
    const ask = async (path: string, body: object) => {
      const answer = await fetch(`/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const { factorId } = (await ask('me/factors/key', { name })).body
    const { challengeId, creation } = (await ask(`auth/factors/${factorId}/challenge`, {})).body
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(creation)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    const registration = made.toJSON()
    return (await ask(`auth/factors/${factorId}/verify`, { challengeId, registration })).status
  }, name)
  expect(status).toBe(200)
}

/** Returns the six digits of the newest text message to a number; the demo stores them with the emails. */
export async function codeInText(request: APIRequestContext, phone: string): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const rows = (await (await request.get('/dev/mail')).text()).split('<li>')
    found = /<b>(\d{6})/.exec(rows.find((row) => row.includes(`Text message to ${phone}`)) ?? '')?.[1]
    expect(found, `a text message to ${phone}`).toBeDefined()
  }).toPass({ timeout: 15_000, intervals: [100, 250, 500] })
  return found ?? ''
}

export async function addPasskey(page: Page): Promise<void> {
  await confirmOwnAddress(page.request)
  const status = await page.evaluate(async () => {
    const ask = async (path: string, body: object) => {
      const answer = await fetch(`/api/v1/me/passkeys${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const { challengeId, options } = (await ask('/options', {})).body
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return (await ask('', { challengeId, registration: made.toJSON() })).status
  })
  expect(status).toBe(200)
}

export async function signInByForm(
  page: Page,
  { email, password }: { email: string; password: string },
  next?: string,
): Promise<void> {
  await page.goto(`/auth?tab=sign-in${next === undefined ? '' : `&next=${encodeURIComponent(next)}`}`)
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** The console error of an open page whose session has ended. */
export const ENDED = /status of 401/

/** Clears all cookies. Leaves the page first, because it would request its stream without a session. */
export async function becomeAnonymous(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/**
 * Clears the session cookie; trusted-browser cookies stay. Leaves the page first, because it would request its stream
 * without a session.
 */
export async function clearSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies({ name: /^(?:__Host-)?b2b_session$/ })
}
