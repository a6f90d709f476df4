import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import type { OwnAccount } from '~/features/identity/contract-account'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { createBrowser } from '../support/browser'
import { startFormService } from '../support/form-service'
import { createContacts } from '../support/new-contacts'
import { codeIn, createPostman, tokenIn } from '../support/stored-emails'
import { startTextSink } from '../support/fake-sms-provider'

const STOLEN = 'stolen elsewhere'
const hash = createHash('sha1').update(STOLEN).digest('hex').toUpperCase()
const hibp = await startFormService((_form, { path }) => ({
  status: 200,
  body:
    path === `/range/${hash.slice(0, 5)}` ? `${hash.slice(5)}:7` : '0018A45C4D1DEF81644B54AB7F969B88D65:1',
}))
const texts = await startTextSink()
const app = await startTestApp({
  auth: { sms: texts.sms, passwordCheck: { kind: 'hibp', url: hibp.url } },
})
const { address, db, dataDir } = app
afterAll(async () => {
  await app.stop()
  await texts.stop()
  await hibp.stop()
})
const post = createPostman(dataDir)

const newContacts = createContacts('leo', '+49154')
let { email, next, phone } = newContacts()
beforeEach(() => {
  ;({ email, next, phone } = newContacts())
})

interface Refusal {
  code?: string
  message?: string
}
type Answered = OwnAccount & Refusal

const newBrowser = () => createBrowser(app)
const codeTo = async (number: string) => /^\d{6}/.exec((await texts.next(number)).text)?.[0] ?? ''

async function signUp() {
  const browser = newBrowser()
  await browser.post('/auth/sign-up', { fullName: 'Leo Sand', email, password: DEMO_PASSWORD })
  await browser.post('/auth/verify', { token: tokenIn(await post.next(email)) })
  return browser
}

test('A-08 the settings show all data of the account', async () => {
  const browser = await signUp()
  expect((await browser.get('/account')).body).toEqual({
    fullName: 'Leo Sand',
    email,
    isEmailVerified: true,
    emailChange: null,
    phone: null,
    isPhoneVerified: false,
    newPhone: null,
    hasTextMessages: true,
    hasPassword: true,
    passwordChangedAt: null,
    hasSecondFactor: false,
    codeDestination: { by: 'email', to: 'l···@sand.example' },
  })
  expect((await newBrowser().get('/account')).status).toBe(401)
})

test('A-08 an email change is confirmed at both addresses; it can be cancelled and started again', async () => {
  const browser = await signUp()
  const asked = await browser.post<Answered>('/account/email', { email: ` ${next.toUpperCase()}` })
  expect(asked.body.emailChange).toEqual({ newEmail: next, waitsFor: ['current', 'new'] })
  const [current, incoming] = [await post.next(email), await post.next(next)]
  const half = await newBrowser().post('/auth/link/open', { token: tokenIn(current), type: 'email_change' })
  expect(half.body).toMatchObject({ outcome: 'half_confirmed', email: next })
  expect((await browser.get<Answered>('/account')).body.emailChange?.waitsFor).toEqual(['new'])

  expect((await browser.remove<Answered>('/account/email')).body.emailChange).toBeNull()
  const over = await newBrowser().post('/auth/link/open', { token: tokenIn(incoming), type: 'email_change' })
  expect(over.body).toMatchObject({ code: 'LINK_INVALID' })

  const other = `other-${next}`
  await browser.post('/account/email', { email: other })
  for (const to of [other, email])
    await newBrowser().post('/auth/link/open', { token: tokenIn(await post.next(to)), type: 'email_change' })
  expect((await browser.get<Answered>('/account')).body).toMatchObject({ email: other, emailChange: null })
  expect(await browser.post('/account/email', { email: other })).toMatchObject({
    status: 422,
    body: { code: 'SAME_EMAIL' },
  })
})

test('A-08 a phone is verified by its code, its change can be cancelled, and it can be removed while an email stays', async () => {
  const browser = await signUp()
  expect((await browser.post<Answered>('/account/phone/confirm', { code: '123456' })).body.code).toBe(
    'NO_PENDING_CHANGE',
  )
  const asked = await browser.post<Answered>('/account/phone', { phone: phone.replace('+49', '0049 ') })
  expect(asked.body).toMatchObject({ phone: null, newPhone: phone })
  const code = await codeTo(phone)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await browser.post('/account/phone/confirm', { code: wrong })).toMatchObject({
    status: 422,
    body: { code: 'CODE_WRONG' },
  })
  const confirmed = await browser.post<Answered>('/account/phone/confirm', {
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  })
  expect(confirmed.body).toMatchObject({ phone, isPhoneVerified: true, newPhone: null })
  expect(await post.next(email)).toMatchObject({ subject: 'A phone number was added' })
  expect((await browser.post<Answered>('/account/phone', { phone })).body.code).toBe('SAME_PHONE')

  const other = phone.replace('154', '155')
  expect((await browser.post<Answered>('/account/phone', { phone: other })).body.newPhone).toBe(other)
  const given = await codeTo(other)
  expect((await browser.remove<Answered>('/account/phone/change')).body).toMatchObject({
    phone,
    newPhone: null,
  })
  expect((await browser.post<Answered>('/account/phone/confirm', { code: given })).body.code).toBe(
    'NO_PENDING_CHANGE',
  )
  expect((await browser.remove<Answered>('/account/phone')).body).toMatchObject({ phone: null })
  expect(await post.next(email)).toMatchObject({ subject: 'Your phone number was removed' })
  expect((await texts.next(phone)).text).toContain('The phone number of your account was removed')
})

test('A-08 the first phone or email is notified as added, a later one as changed', async () => {
  const browser = await signUp()
  const other = phone.replace('154', '156')
  for (const number of [phone, other]) {
    await browser.post('/account/phone', { phone: number })
    await browser.post('/account/phone/confirm', { code: await codeTo(number) })
  }
  expect((await post.next(email)).subject).toBe('A phone number was added')
  expect((await post.next(email)).subject).toBe('Your phone number was changed')
  expect((await texts.next(phone)).text).toContain('The phone number of your account was changed')
  const none = { email: null, email_verified_at: null }
  await db.updateTable('accounts').set(none).where('email', '=', email).execute()
  await browser.post('/account/email', { email: next })
  const token = tokenIn(await post.next(next))
  const opened = await browser.post('/auth/link/open', { token, type: 'email_change' })
  expect(opened.body).toMatchObject({ outcome: 'email_changed', email: next })
  expect((await post.next(next)).subject).toBe('An email address was added')
  expect((await texts.next(other)).text).toContain('An email address was added to your account')
})

test('A-08 a code verifies only the account it was sent for', async () => {
  const mine = await signUp()
  await mine.post('/account/phone', { phone })
  const code = await codeTo(phone)
  const emailMessage = email
  email = `theirs-${email}`
  const theirs = await signUp()
  await db.updateTable('accounts').set({ new_phone: phone }).where('email', '=', email).execute()
  expect((await theirs.post<Answered>('/account/phone/confirm', { code })).body.code).toBe('CODE_WRONG')
  const account = db.selectFrom('accounts').select('phone').where('email', 'in', [emailMessage, email])
  expect(await account.execute()).toEqual([{ phone: null }, { phone: null }])
})

test('A-08 a person who has only a phone cannot remove it', async () => {
  const browser = await signUp()
  const values = { email: null, email_verified_at: null, phone, phone_verified_at: new Date() }
  await db.updateTable('accounts').set(values).where('email', '=', email).execute()
  expect(await browser.remove('/account/phone')).toMatchObject({
    status: 409,
    body: { code: 'ONLY_SIGN_IN_METHOD' },
  })
  expect((await browser.get<Answered>('/account')).body.codeDestination).toEqual({
    by: 'text',
    to: `+49 ··· ${phone.slice(-3)}`,
  })
})

test('A-08 a new password requires the current one, must be different and hard to guess, and ends the other sessions', async () => {
  const browser = await signUp()
  const there = newBrowser()
  await there.post('/auth/sign-in', { email, password: DEMO_PASSWORD })
  expect(await post.next(email)).toMatchObject({ subject: 'New sign-in to your account' })
  expect(await there.me()).not.toBeNull()
  const change = (body: object) => browser.post<Answered>('/account/password', body)
  const password = 'a better password'
  expect((await change({ password })).body.code).toBe('REAUTHENTICATION_MISSING')
  expect((await change({ password, currentPassword: 'not this one' })).body.code).toBe('WRONG_PASSWORD')
  const currentPassword = DEMO_PASSWORD
  expect((await change({ password: DEMO_PASSWORD, currentPassword })).body.code).toBe('SAME_PASSWORD')
  for (const weak of [STOLEN, email])
    expect((await change({ password: weak, currentPassword })).body.code).toBe('PASSWORD_LEAKED')
  expect(await there.me()).not.toBeNull()
  const changed = await change({ password, currentPassword })
  expect(changed.status).toBe(200)
  expect(Date.parse(changed.body.passwordChangedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect(await there.me()).toBeNull()
  expect(await browser.me()).not.toBeNull()
  expect(await post.next(email)).toMatchObject({ subject: 'Your password was changed' })
})

test('A-08 a person without a password sets the first one with an emailed code', async () => {
  const browser = await signUp()
  await db.updateTable('accounts').set({ password_hash: null }).where('email', '=', email).execute()
  const change = (body: object) => browser.post<Answered>('/account/password', body)
  const password = 'a first password'
  expect((await change({ password, currentPassword: 'anything' })).body.code).toBe('REAUTHENTICATION_MISSING')
  expect((await browser.post('/account/code')).body).toEqual({ by: 'email', to: 'l···@sand.example' })
  const code = codeIn(await post.next(email))
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await change({ password, code: wrong })).toMatchObject({ status: 422, body: { code: 'CODE_WRONG' } })
  expect((await change({ password: STOLEN, code })).body.code).toBe('PASSWORD_LEAKED')
  expect((await change({ password, code })).body).toMatchObject({ hasPassword: true })
  const again = await change({ password: 'a second password', code })
  expect(again.body.code).toBe('REAUTHENTICATION_MISSING')
})

test('A-08 a person lists their sessions, ends one or all others, and cannot end another person’s session', async () => {
  const browser = await signUp()
  const others = [newBrowser(), newBrowser(), newBrowser()]
  for (const other of others) await other.post('/auth/sign-in', { email, password: DEMO_PASSWORD })
  const [first] = others
  const list = async () =>
    (
      await browser.get<{ sessions: { id: string; isThis: boolean; ip: string; browser: string }[] }>(
        '/account/sessions',
      )
    ).body.sessions
  const sessions = await list()
  expect(sessions.map(({ isThis }) => isThis)).toEqual([true, false, false, false])
  expect(sessions[0]).toMatchObject({ isPending: false, ip: expect.stringMatching(/^198\.51\./) })

  const stranger = newBrowser()
  await stranger.signIn('mara')
  await stranger.remove(`/account/sessions/${sessions[1]?.id}`)
  expect(await list()).toHaveLength(4)
  // Sessions are sorted by last use, so this is the session of the last browser that signed in.
  await browser.remove(`/account/sessions/${sessions[1]?.id}`)
  expect(await others[2]?.me()).toBeNull()
  expect(await first?.me()).not.toBeNull()
  expect((await browser.remove('/account/sessions')).body).toEqual({ ended: 2 })
  expect(await first?.me()).toBeNull()
  expect(await list()).toHaveLength(1)
  expect(await stranger.me()).not.toBeNull()
})

test('A-08 a password that is easy to guess is refused in apps, at sign-up and on the reset page', async () => {
  const { client } = createAuthClient(address, { ip: app.someAddress() })
  expect((await client.signUp({ email, password: STOLEN })).error).toMatchObject({
    code: 'weak_password',
    status: 422,
    reasons: ['pwned'],
  })
  await client.signInWithPassword({ email: getPersonEmail('juno'), password: DEMO_PASSWORD })
  expect((await client.updateUser({ password: STOLEN })).error).toMatchObject({ reasons: ['pwned'] })
  const refused = { status: 422, body: { code: 'PASSWORD_LEAKED' } }
  for (const password of [STOLEN, 'Leo Lindqvist', 'back to back'])
    expect(
      await newBrowser().post('/auth/sign-up', { fullName: 'Leo Lindqvist', email, password }),
    ).toMatchObject(refused)
  const browser = await signUp()
  await browser.post('/auth/recover', { email })
  const token = tokenIn(await post.next(email))
  const reset = (password: string) => newBrowser().post('/auth/reset', { token, password })
  for (const password of [STOLEN, email]) expect(await reset(password)).toMatchObject(refused)
  expect((await reset('a good password')).status).toBe(200)
})
