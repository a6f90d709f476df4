import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { codeIn, createPostman } from '../support/stored-emails'
import { issueToken } from '~/features/identity/server/tokens/issue-token'
import { startTextSink } from '../support/fake-sms-provider'

const texts = await startTextSink()
const { address, db, dataDir, secret, someAddress, stop } = await startTestApp({ auth: { sms: texts.sms } })
afterAll(async () => {
  await stop()
  await texts.stop()
})
const post = createPostman(dataDir)

let people = 0
let email = ''
let phone = ''
beforeEach(() => {
  people += 1
  email = `yusuf${people}@sand.example`
  phone = `+4915200000${String(people).padStart(3, '0')}`
})

const newClient = () => createAuthClient(address, { ip: someAddress() })
const findAccount = () => db.selectFrom('accounts').selectAll().where('phone', '=', phone).executeTakeFirst()

const codeTo = async (number: string) => /^\d{6}/.exec((await texts.next(number)).text)?.[0] ?? ''

test('A-07 A-08 a texted code creates an account with only a phone, and can be sent by WhatsApp', async () => {
  const { client, notified } = newClient()
  expect((await client.signInWithOtp({ phone, options: { channel: 'whatsapp' } })).error).toBeNull()
  const message = await texts.next(`whatsapp:${phone}`)
  expect(message.from).toBe('whatsapp:+15550002')
  const token = /^\d{6}/.exec(message.text)?.[0] ?? ''
  const { data, error } = await client.verifyOtp({ phone, token, type: 'sms' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ phone: phone.slice(1), email: '', app_metadata: { provider: 'phone' } })
  expect(notified).toContain('SIGNED_IN')
  expect(await findAccount()).toMatchObject({ email: null })
  const wrong = await fetch(`${address}/auth/v1/otp`, {
    method: 'POST',
    body: JSON.stringify({ phone, channel: 'pigeon' }),
  })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ code: 'validation_failed' })
})

test('A-08 a sign-up by phone needs its code, which can be resent', async () => {
  const { client } = newClient()
  const signedUp = await client.signUp({ phone, password: 'first password' })
  expect(signedUp).toMatchObject({ data: { session: null, user: { phone: phone.slice(1) } }, error: null })
  const first = await codeTo(phone)
  const early = await client.signInWithPassword({ phone, password: 'first password' })
  expect(early.error).toMatchObject({ code: 'phone_not_confirmed' })
  const soon = await client.resend({ type: 'sms', phone })
  expect(soon.error).toMatchObject({ code: 'over_sms_send_rate_limit', status: 429 })
  expect((await client.verifyOtp({ phone, token: first, type: 'sms' })).error).toBeNull()
  const later = await newClient().client.signInWithPassword({ phone, password: 'first password' })
  expect(later.error).toBeNull()
})

/** Creates a person with an email who adds this phone. */
async function requestPhoneChange() {
  const { client } = newClient()
  await client.signInWithOtp({ email })
  await client.verifyOtp({ email, token: codeIn(await post.next(email)), type: 'email' })
  await db.updateTable('accounts').set({ new_phone: phone }).where('email', '=', email).execute()
  expect((await client.resend({ type: 'phone_change', phone })).error).toBeNull()
  return { client, token: await codeTo(phone) }
}

test('A-08 a new phone belongs to the account once it is verified', async () => {
  const { client, token } = await requestPhoneChange()
  expect(await findAccount()).toBeUndefined()
  const { data } = await client.verifyOtp({ phone, token, type: 'phone_change' })
  expect(data.user).toMatchObject({ email, phone: phone.slice(1) })
  expect(await findAccount()).toMatchObject({ email, new_phone: null })
})

test('a phone change fails when another account has verified the phone since the request', async () => {
  const { client, token } = await requestPhoneChange()
  await db.insertInto('accounts').values({ phone, phone_verified_at: new Date() }).execute()
  expect((await client.verifyOtp({ phone, token, type: 'phone_change' })).error).toMatchObject({
    code: 'phone_exists',
    status: 422,
  })
  expect(await findAccount()).toMatchObject({ email: null })
})

test('A-08 an unverified phone of a sign-up goes to the person who verifies it', async () => {
  const { id: squatter } = await db
    .insertInto('accounts')
    .values({ phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { client, token } = await requestPhoneChange()
  const { data, error } = await client.verifyOtp({ phone, token, type: 'phone_change' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, phone: phone.slice(1) })
  expect(await findAccount()).toMatchObject({ email, new_phone: null })
  const left = db.selectFrom('accounts').select('phone').where('id', '=', squatter)
  expect(await left.execute()).toEqual([{ phone: null }])
})

test('A-08 entering the code of a stranger’s sign-up leaves the stranger no access', async () => {
  await newClient().client.signUp({ phone, password: 'of a stranger' })
  const first = await codeTo(phone)
  // Inserted directly, because a second message within the minute is refused.
  await db
    .insertInto('one_time_tokens')
    .values(await signInCodeRow())
    .execute()
  const entered = await newClient().client.verifyOtp({ phone, token: first, type: 'sms' })
  expect(entered.error).toBeNull()
  const back = await newClient().client.signInWithPassword({ phone, password: 'of a stranger' })
  expect(back.error).toMatchObject({ code: 'invalid_credentials' })
})

/** Inserts the row that the job of a sign-in code writes. */
async function signInCodeRow() {
  const account = await findAccount()
  return {
    token_hash: Buffer.from(`asked ${phone}`),
    user_id: account?.id ?? null,
    purpose: 'phone_sign_in',
    sent_to: phone,
    expires_at: new Date(Date.now() + 600_000),
  }
}

/** Enters wrong codes, each from its own network. */
const miss = (token: string, ip = someAddress()) =>
  createAuthClient(address, { ip }).client.verifyOtp({
    phone,
    token: String((Number(token) + 1) % 1_000_000).padStart(6, '0'),
    type: 'sms',
  })

test('A-08 a stranger’s wrong codes do not use up the attempts of the person who requested the code', async () => {
  const { client } = newClient()
  await client.signInWithOtp({ phone })
  const token = await codeTo(phone)
  for (let guess = 0; guess < 8; guess += 1) expect((await miss(token)).error?.code).toBe('otp_expired')
  // The strangers together used up their five attempts: from elsewhere even the right code is refused.
  const elsewhere = await newClient().client.verifyOtp({ phone, token, type: 'sms' })
  expect(elsewhere.error).toMatchObject({ code: 'otp_expired' })
  expect((await client.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
})

/** Inserts another sign-in code, as if this IP address had requested it a minute later, without the wait. */
async function insertLaterCode(ip: string): Promise<string> {
  const token = {
    secret,
    purpose: 'phone_sign_in',
    userId: null,
    sentTo: phone,
    requestedFrom: ip,
    payload: { beginning: { metadata: {} } },
    now: new Date(),
  } as const
  const { code } = await db.transaction().execute((trx) => issueToken(trx, token))
  return code
}

test('A-08 a stranger who requests another code uses up only their own attempts', async () => {
  const { client } = newClient()
  await client.signInWithOtp({ phone })
  const first = await codeTo(phone)
  const ip = someAddress()
  const later = await insertLaterCode(ip)
  for (let guess = 0; guess < 6; guess += 1) expect((await miss(later, ip)).error?.code).toBe('otp_expired')
  expect((await client.verifyOtp({ phone, token: first, type: 'sms' })).error).not.toBeNull()
  expect((await client.verifyOtp({ phone, token: later, type: 'sms' })).error).toBeNull()
})

test('A-08 the person who requested a code has five attempts', async () => {
  const ip = someAddress()
  const { client } = createAuthClient(address, { ip })
  await client.signInWithOtp({ phone })
  const token = await codeTo(phone)
  for (let guess = 0; guess < 5; guess += 1) await miss(token, ip)
  expect((await client.verifyOtp({ phone, token, type: 'sms' })).error).toMatchObject({ code: 'otp_expired' })
})
