import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { REAUTHENTICATION_MS } from '~/features/identity/server/sessions/reauthentication'
import { codeIn, createPostman } from '../support/stored-emails'
import { startTestApp } from '../support/app'
import { type Browser, createBrowser } from '../support/browser'
import { addAuthenticatorIn, codeOf, makeCodesReusable, showFactor } from '../support/factors'
import { createRacer, RACER_PASSWORD } from '../support/race-accounts'

// An attacker uses the victim's open browser and open mailbox. The account has two-step verification.
const app = await startTestApp()
const { db } = app
afterAll(app.stop)
const post = createPostman(app.dataDir)

let userId = ''
let email = ''
let browser: Browser
let factorId = ''
let secret = ''
beforeEach(async () => {
  ;({ userId, email } = await createRacer(db))
  browser = createBrowser(app)
  await browser.post('/auth/sign-in', { email, password: RACER_PASSWORD })
  ;({ factorId, secret } = await addAuthenticatorIn(browser))
  await post.next(email)
})

/** Removes the password, like in an account with only code or provider sign-in. */
const clearPassword = () =>
  sql`update accounts set password_hash = null where id = ${userId}::uuid`.execute(db)

/** Makes every session's last reauthentication too old. */
async function expireReauthentication() {
  const seconds = REAUTHENTICATION_MS / 1000 + 60
  await sql`update sessions set amr = (select jsonb_agg(shown || jsonb_build_object('timestamp',
    (shown->>'timestamp')::bigint - ${seconds}::bigint)) from jsonb_array_elements(amr) shown)
    where user_id = ${userId}::uuid`.execute(db)
}

async function emailedCode(path: string, body = {}): Promise<string> {
  expect((await browser.post(path, body)).status).toBe(200)
  return codeIn(await post.next(email))
}

async function show(trustBrowser = false) {
  await makeCodesReusable(db)
  const answer = await showFactor(browser, { factorId, code: codeOf(secret), trustBrowser })
  expect(answer.status).toBe(200)
}

const password = 'stolen by a thief'
const needed = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } }

test.each([{}, { currentPassword: '' }, { currentPassword: 'x' }])(
  'A-08 an emailed code alone cannot set a first password, even if the request also has %j',
  async (beside) => {
    await clearPassword()
    await expireReauthentication()
    const code = await emailedCode('/account/code')
    const set = () => browser.post('/account/password', { password, code, ...beside })
    expect(await set()).toMatchObject(needed)
    // The refused attempt did not use up the code.
    await show()
    expect(await set()).toMatchObject({ status: 200, body: { hasPassword: true } })
  },
)

test('A-08 signing in with an emailed code in a trusted browser does not reauthenticate', async () => {
  await browser.post('/auth/sign-out')
  await browser.post('/auth/sign-in', { email, password: RACER_PASSWORD })
  await show(true)
  await browser.post('/auth/sign-out')
  const code = await emailedCode('/auth/code', { email })
  expect((await browser.post('/auth/code/enter', { email, code })).status).toBe(200)
  // The trusted browser needed no two-step code to sign in, but this doesn't count as reauthentication.
  expect(await browser.me()).toMatchObject({ id: userId })
  expect(await browser.remove(`/me/factors/${factorId}`)).toMatchObject(needed)
  expect(await browser.post('/account/export')).toMatchObject(needed)
  await show()
  expect((await browser.post('/account/export')).status).toBe(200)
})

test.each(['otp', 'recovery', 'invite', 'oauth', 'sso/saml', 'trusted_browser'])(
  'A-08 the sign-in method %s, used in the same browser, does not reauthenticate',
  async (method) => {
    await sql`update sessions set amr = jsonb_build_array(jsonb_build_object('method', ${method}::text,
      'timestamp', floor(extract(epoch from now())))) where user_id = ${userId}::uuid`.execute(db)
    expect(await browser.post('/me/passkeys/options')).toMatchObject(needed)
    expect((await browser.post('/account/proof', { password: RACER_PASSWORD })).status).toBe(200)
    expect((await browser.post('/me/passkeys/options')).status).toBe(200)
  },
)

test('A-08 control: without two-step verification, an emailed code reauthenticates', async () => {
  await browser.remove(`/me/factors/${factorId}`)
  await post.next(email)
  await clearPassword()
  await expireReauthentication()
  const proof = await emailedCode('/account/code')
  expect((await browser.post('/account/proof', { code: proof })).status).toBe(200)
  expect((await browser.post('/me/passkeys/options')).status).toBe(200)
})

test('A-08 an emailed code deletes the account only together with a factor', async () => {
  await clearPassword()
  await expireReauthentication()
  const code = await emailedCode('/account/removal/code')
  const remove = () => browser.post('/account/removal', { code })
  expect(await remove()).toMatchObject(needed)
  await show()
  expect(await remove()).toMatchObject({ status: 200 })
  expect(await browser.me()).toBeNull()
})
