import { afterAll, beforeEach, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { getPersonId } from '~demo/people'
import { createPostman, tokenIn } from '../support/stored-emails'
import { startTestApp } from '../support/app'
import { createAuthenticator } from '../support/webauthn-authenticator'
import { createBrowser } from '../support/browser'
import { codeOf, signIn } from '../support/factors'

// An attacker who creates an account with another person's email keeps no access once the owner verifies it.
const app = await startTestApp()
const { db, dataDir } = app
afterAll(app.stop)
const post = createPostman(dataDir)

let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `victim${people}@sand.example`
})

async function attack() {
  const browser = createBrowser(app)
  const signUp = await browser.post<{ me: { id: string } }>('/auth/sign-up', {
    fullName: 'An Attacker',
    email,
    password: 'of the attacker',
  })
  expect(signUp.status).toBe(200)
  return { browser, id: signUp.body.me.id, message: await post.next(email) }
}

const verifyFirst = { status: 403, body: { code: 'VERIFY_FIRST' } }

test('an account without a verified email cannot add a passkey, factor or linked account on our pages', async () => {
  const { browser } = await attack()
  expect(await browser.post('/me/passkeys/options')).toMatchObject(verifyFirst)
  expect(await browser.post('/me/factors/totp', { name: 'Phone' })).toMatchObject(verifyFirst)
  expect(await browser.post('/me/factors/key', { name: 'Key' })).toMatchObject(verifyFirst)
  expect(await browser.post('/account/identities/link', { name: 'google' })).toMatchObject(verifyFirst)
})

test('a sign-in method started while the email was verified cannot be added once it is not', async () => {
  const unverify = (key: string) =>
    db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', getPersonId(key)).execute()
  const { client } = await signIn(app, 'juno')
  const passkey = await client.passkey.startRegistration()
  const factor = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (passkey.error ?? factor.error) throw new Error('not begun')
  await unverify('juno')
  const credential = createAuthenticator().create(passkey.data.options) as never
  const refused = { error: { code: 'email_not_confirmed', status: 403 } }
  expect(
    await client.passkey.verifyRegistration({ challengeId: passkey.data.challenge_id, credential }),
  ).toMatchObject(refused)
  const code = codeOf(factor.data.totp.secret)
  expect(await client.mfa.challengeAndVerify({ factorId: factor.data.id, code })).toMatchObject(refused)
})

test('an account without a verified email cannot add a passkey, factor or identity under /auth/v1', async () => {
  const { client } = await signIn(app, 'mara')
  await db
    .updateTable('accounts')
    .set({ email_verified_at: null, phone_verified_at: null })
    .where('id', '=', getPersonId('mara'))
    .execute()
  const refused = { error: { code: 'email_not_confirmed', status: 403 } }
  expect(await client.passkey.startRegistration()).toMatchObject(refused)
  expect(await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).toMatchObject(refused)
  const options = { skipBrowserRedirect: true }
  expect(await client.linkIdentity({ provider: 'google', options })).toMatchObject(refused)
  // A verified phone is enough, too.
  await db
    .updateTable('accounts')
    .set({ phone: '+4915299000001', phone_verified_at: new Date() })
    .where('id', '=', getPersonId('mara'))
    .execute()
  expect((await client.passkey.startRegistration()).error).toBeNull()
})

/** Inserts sign-in methods from a time when unverified accounts could add them. */
async function plant(userId: string) {
  await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      friendly_name: 'a key',
      credential_id: userId,
      public_key: Buffer.from('key'),
    })
    .execute()
  await db
    .insertInto('identities')
    .values({ user_id: userId, provider: 'github', provider_id: newId() })
    .execute()
  await db
    .updateTable('accounts')
    .set({ user_metadata: JSON.stringify({ full_name: 'An Attacker', note: 'of the attacker' }) })
    .where('id', '=', userId)
    .execute()
}

async function expectNothingOfAttacker({ browser, id }: Awaited<ReturnType<typeof attack>>) {
  expect(await browser.me()).toBeNull()
  const back = await createBrowser(app).post('/auth/sign-in', { email, password: 'of the attacker' })
  expect(back.status).toBe(401)
  for (const table of ['passkeys', 'identities', 'auth_factors', 'recovery_codes'] as const)
    expect(await db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()).toEqual([])
  const { user_metadata: metadata } = await db
    .selectFrom('accounts')
    .select('user_metadata')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(metadata).toEqual({ full_name: 'An Attacker' })
}

test('the attacker loses access when the victim verifies the email and resets the password', async () => {
  const attacker = await attack()
  await plant(attacker.id)
  const victim = createBrowser(app)
  expect(await victim.post('/auth/verify', { token: tokenIn(attacker.message) })).toMatchObject({
    status: 200,
    body: { email },
  })
  await expectNothingOfAttacker(attacker)
  await victim.post('/auth/recover', { email })
  const token = tokenIn(await post.next(email))
  const reset = await victim.post('/auth/reset', { token, password: 'of the victim' })
  expect(reset).toMatchObject({ status: 200, body: { me: { email, isEmailVerified: true } } })
  await expectNothingOfAttacker(attacker)
})

test('the link in a verification email asks for a new password when signed out, and not when signed in', async () => {
  const attacker = await attack()
  const asked = { token: tokenIn(attacker.message), purpose: 'verify_email' }
  const victim = createBrowser(app)
  expect((await victim.post('/auth/link', asked)).body).toMatchObject({ state: 'open', needsPassword: true })
  expect((await attacker.browser.post('/auth/link', asked)).body).toMatchObject({ needsPassword: false })
  const reset = await victim.post('/auth/reset', { token: asked.token, password: 'of the victim' })
  expect(reset).toMatchObject({ status: 200, body: { me: { email, isEmailVerified: true } } })
  await expectNothingOfAttacker(attacker)
})

test('the attacker loses access when the victim confirms a change to their email', async () => {
  const typed = `attacker${people}@sand.example`
  const victimEmail = email
  email = typed
  const attacker = await attack()
  await attacker.browser.post('/account/email', { email: victimEmail })
  const token = tokenIn(await post.next(victimEmail))
  const opened = await createBrowser(app).post('/auth/link/open', { token, type: 'email_change' })
  expect(opened).toMatchObject({ status: 200, body: { outcome: 'email_changed', email: victimEmail } })
  email = victimEmail
  await expectNothingOfAttacker(attacker)
})
