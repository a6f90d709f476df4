import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '~/database/testing'
import { newId } from '~/lib/ids'
import { codeIn, linkIn } from '~/testing-mails'
import { createIdentityHarness, tokenIn } from '../testing'
import { verifyPassword } from '../password-hash'
import { takeNonce, sendNonce } from './nonce'
import { openAccount } from './open-account'
import { resend } from './resend'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let harness: ReturnType<typeof createIdentityHarness>
beforeAll(async () => {
  database = await createTestDatabase()
  harness = createIdentityHarness(database.db)
})
afterAll(() => database.drop())

let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `ada${people}@lind.example`
})

const minutes = 60_000
const later = (ms: number) => (harness.clock.now = new Date(harness.clock.now.getTime() + ms))

/** What one step of a test sent. */
async function mailsOf(step: () => Promise<unknown>) {
  // What steps before it left to do is not its own.
  await harness.runJobs()
  const before = harness.mails.length
  await step()
  await harness.runJobs()
  return harness.mails.slice(before)
}

async function signUp(browser = harness.createBrowser()) {
  const [mail] = await mailsOf(() =>
    browser.call((client) => client.signUp({ fullName: 'Ada Lind', email, password: 'first password' })),
  )
  return { browser, mail }
}

async function confirmed() {
  const { browser, mail } = await signUp()
  await browser.call((client) => client.verifyEmail({ token: tokenIn(mail) }))
  return browser
}

async function codeMail(next?: string) {
  const [mail] = await mailsOf(() =>
    harness.createBrowser().call((client) => client.codes.send({ email, ...(next && { next }) })),
  )
  if (mail === undefined) throw new Error('no mail')
  return mail
}

test('a code lets in on our own page, and its link asks on a page of ours first', async () => {
  await confirmed()
  const mail = await codeMail('/events?city=Berlin')
  const link = new URL(linkIn(mail))
  expect(`${link.origin}${link.pathname}`).toBe('https://b2b.example/auth/link')
  expect(link.searchParams.get('next')).toBe('/events?city=Berlin')
  const browser = harness.createBrowser()
  const code = codeIn(mail)
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  const answer = await browser.call((client) => client.codes.enter({ email, code: spaced, next: '/events' }))
  expect(answer).toMatchObject({ me: { email }, landingPath: '/events' })
  expect((await browser.call((client) => client.me()))?.email).toBe(email)
  const again = browser.call((client) => client.codes.enter({ email, code }))
  await expect(again).rejects.toMatchObject({ code: 'CODE_WRONG', status: 410 })
})

test('the link of the mail lets in, after it said where it was sent; then it is dead, and can be renewed', async () => {
  await confirmed()
  const token = tokenIn(await codeMail())
  const browser = harness.createBrowser()
  const ask = () => browser.call((client) => client.codes.inspect({ token, type: 'magiclink' }))
  expect(await ask()).toMatchObject({ state: 'open', email })
  const opened = await browser.call((client) => client.codes.open({ token, type: 'magiclink' }))
  expect(opened).toMatchObject({ outcome: 'signed_in', me: { email } })
  expect(await ask()).toMatchObject({ state: 'dead', email })
  const twice = browser.call((client) => client.codes.open({ token, type: 'magiclink' }))
  await expect(twice).rejects.toMatchObject({ code: 'LINK_DEAD' })

  const [fresh] = await mailsOf(() =>
    browser.call((client) => client.codes.renew({ token, type: 'magiclink' })),
  )
  const renewed = await harness
    .createBrowser()
    .call((client) => client.codes.open({ token: tokenIn(fresh), type: 'magiclink' }))
  expect(renewed.outcome).toBe('signed_in')
  const unknown = browser.call((client) => client.codes.renew({ token: 'nothing', type: 'magiclink' }))
  await expect(unknown).rejects.toMatchObject({ code: 'LINK_DEAD' })
})

test('a newer code makes the older one and its link worthless', async () => {
  await confirmed()
  const older = await codeMail()
  const newer = await codeMail()
  const browser = harness.createBrowser()
  const stale = browser.call((client) => client.codes.open({ token: tokenIn(older), type: 'magiclink' }))
  await expect(stale).rejects.toMatchObject({ code: 'LINK_DEAD' })
  await browser.call((client) => client.codes.enter({ email, code: codeIn(newer) }))
})

test('on our own page a code for an address without an account is the same answer, and a mail that says so', async () => {
  const [mail] = await mailsOf(async () => {
    expect(await harness.createBrowser().call((client) => client.codes.send({ email }))).toEqual({})
  })
  expect(mail).toMatchObject({ to: email, subject: 'No account with this address yet' })
  expect(mail?.text).toContain('https://b2b.example/auth?tab=sign-up')
  expect(codeIn({ text: mail?.text ?? '' })).toBe('')
  const both = harness.createBrowser().call((client) => client.codes.send({ email, phone: '+49301234567' }))
  await expect(both).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const text = harness.createBrowser().call((client) => client.codes.send({ phone: '+49301234567' }))
  await expect(text).rejects.toMatchObject({ code: 'PHONES_OFF' })
})

test.each(['https://evil.example/', '//evil.example', '/auth', String.raw`/\evil.example`])(
  'a code that is to lead to %s leads nowhere in particular',
  async (next) => {
    await confirmed()
    expect(linkIn(await codeMail(next))).not.toContain('next=')
  },
)

test('a link of one kind is none of another, and one for ten minutes is none after them', async () => {
  await confirmed()
  const token = tokenIn(await codeMail())
  const browser = harness.createBrowser()
  for (const type of ['recovery', 'invite', 'email_change'] as const) {
    const misused = browser.call((client) => client.codes.open({ token, type }))
    await expect(misused).rejects.toMatchObject({ code: 'LINK_DEAD' })
  }
  later(10 * minutes)
  const late = browser.call((client) => client.codes.open({ token, type: 'magiclink' }))
  await expect(late).rejects.toMatchObject({ code: 'LINK_DEAD' })
})

test('somebody else who is signed in where a code is typed is signed out there', async () => {
  const theirs = await confirmed()
  email = `other-${email}`
  await confirmed()
  const me = await theirs.call((client) => client.me())
  const cookie = theirs.cookie()
  const mail = await codeMail()
  await theirs.call((client) => client.codes.enter({ email, code: codeIn(mail) }))
  expect(harness.published.at(-1)?.userIds).toContain(me?.id)
  theirs.setCookie(cookie)
  expect(await theirs.call((client) => client.me())).toBeNull()
})

test('an address changes when both ends said yes; the same end cannot say it twice; nobody is signed in by that', async () => {
  const browser = await confirmed()
  const next = `new-${email}`
  await database.db.updateTable('accounts').set({ new_email: next }).where('email', '=', email).execute()
  const ask = async () => {
    const context = await harness.createBrowser().contextOf()
    return mailsOf(() => resend(context, { type: 'email_change', who: { email }, end: {} }))
  }
  const [toCurrent, toNew] = await ask()
  expect([toCurrent?.to, toNew?.to]).toEqual([email, next])
  expect(linkIn({ text: toNew?.text ?? '' })).toContain('type=email_change')
  const reader = harness.createBrowser()
  const half = await reader.call((client) =>
    client.codes.open({ token: tokenIn(toCurrent), type: 'email_change' }),
  )
  expect(half).toMatchObject({ outcome: 'half_changed', email: next, me: null })

  const second = await ask()
  expect(second.map(({ to }) => to)).toEqual([next])
  const changed = await reader.call((client) =>
    client.codes.open({ token: tokenIn(second[0]), type: 'email_change' }),
  )
  expect(changed).toMatchObject({ outcome: 'email_changed', email: next, me: null })
  expect(reader.cookie()).toBe('')
  expect(await browser.call((client) => client.me())).toMatchObject({ email: next, isEmailVerified: true })
})

test('what was said to another change than the one that waits now counts for nothing', async () => {
  await confirmed()
  const start = async (next: string) => {
    await database.db
      .updateTable('accounts')
      .set({ new_email: next, new_email_half: null })
      .where('email', '=', email)
      .execute()
    const context = await harness.createBrowser().contextOf()
    return mailsOf(() => resend(context, { type: 'email_change', who: { email }, end: {} }))
  }
  const [, toFirst] = await start(`first-${email}`)
  const [toCurrent] = await start(`second-${email}`)
  const reader = harness.createBrowser()
  const old = reader.call((client) => client.codes.open({ token: tokenIn(toFirst), type: 'email_change' }))
  await expect(old).rejects.toMatchObject({ code: 'LINK_DEAD' })
  await database.db
    .updateTable('accounts')
    .set({ new_email: `third-${email}` })
    .where('email', '=', email)
    .execute()
  const yes = reader.call((client) => client.codes.open({ token: tokenIn(toCurrent), type: 'email_change' }))
  await expect(yes).rejects.toMatchObject({ code: 'LINK_DEAD' })
})

test('an address that somebody else has by now is not taken from them', async () => {
  await confirmed()
  const mine = email
  const wanted = `wanted-${email}`
  await database.db.updateTable('accounts').set({ new_email: wanted }).where('email', '=', mine).execute()
  const context = await harness.createBrowser().contextOf()
  const [toCurrent, toNew] = await mailsOf(() =>
    resend(context, { type: 'email_change', who: { email: mine }, end: {} }),
  )
  email = wanted
  await confirmed()
  const reader = harness.createBrowser()
  await reader.call((client) => client.codes.open({ token: tokenIn(toCurrent), type: 'email_change' }))
  const late = reader.call((client) => client.codes.open({ token: tokenIn(toNew), type: 'email_change' }))
  await expect(late).rejects.toMatchObject({ code: 'EMAIL_TAKEN', status: 409 })
})

/** A sign-up as apps make it. */
async function signUpAs(password: string) {
  const context = await harness.createBrowser().contextOf()
  return mailsOf(() =>
    openAccount(context, {
      id: newId(),
      who: { email },
      fullName: 'Ada Lind',
      password,
      metadata: {},
      code: undefined,
      channel: 'sms',
      end: {},
    }),
  )
}

const passwordOf = async () =>
  (
    await database.db
      .selectFrom('accounts')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).password_hash

test('signed up twice with the same password, either mail confirms and the password stands', async () => {
  await signUpAs('the same password')
  const [mail] = await signUpAs('the same password')
  await harness.createBrowser().call((client) => client.verifyEmail({ token: tokenIn(mail) }))
  expect(await verifyPassword('the same password', await passwordOf())).toBe(true)
})

test('signed up by two with different passwords, the mail confirms and neither password stands, also when it is sent again', async () => {
  const { browser } = await signUp()
  const [contested] = await signUpAs('of somebody else')
  // Until then nothing changes: whoever knows an address cannot sign its owner out.
  expect(await verifyPassword('first password', await passwordOf())).toBe(true)
  expect((await browser.call((client) => client.me()))?.email).toBe(email)
  const [again] = await mailsOf(() => browser.call((client) => client.resendVerification({})))
  expect(tokenIn(again)).not.toBe(tokenIn(contested))
  await harness.createBrowser().call((client) => client.verifyEmail({ token: tokenIn(again) }))
  expect(await passwordOf()).toBeNull()
  expect(await browser.call((client) => client.me())).toBeNull()
})

test('a nonce is taken once, by its person alone', async () => {
  const browser = await confirmed()
  const context = await browser.contextOf()
  const userId = context.caller?.id ?? ''
  const [mail] = await mailsOf(() => sendNonce(context, { userId }))
  const nonce = codeIn({ text: mail?.text ?? '' })
  const take = (who: string, digits: string) =>
    database.db.transaction().execute((trx) => takeNonce(trx, context, { userId: who, nonce: digits }))
  email = `other-${email}`
  const other = await (await confirmed()).contextOf()
  expect(await take(other.caller?.id ?? '', nonce)).toBe(false)
  expect(await take(userId, nonce)).toBe(true)
  expect(await take(userId, nonce)).toBe(false)
})
