import { beforeEach, expect, test } from 'vitest'
import { codeIn, linkIn } from '~tests/support/stored-emails'
import { startIdentity, tokenIn } from '../testing'
import { confirmed as confirmedAt, emailsOf as emailsOfStep, signUp as signUpAt } from './testing'

const { harness } = await startIdentity()

let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `ada${people}@lind.example`
})

/** Returns a different six-digit code. */
const notThis = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const minutes = 60_000
const later = (ms: number) => (harness.clock.now = new Date(harness.clock.now.getTime() + ms))

const emailsOf = (step: () => Promise<unknown>) => emailsOfStep(harness, step)
const signUp = () => signUpAt(harness, email)
const confirmed = () => confirmedAt(harness, email)

async function codeEmail(next?: string) {
  const [message] = await emailsOf(() =>
    harness.createBrowser().call((client) => client.codes.send({ email, ...(next && { next }) })),
  )
  if (message === undefined) throw new Error('no mail')
  return message
}

test('an emailed code signs in on our own page, and the emailed link opens a page that asks for confirmation', async () => {
  await confirmed()
  const message = await codeEmail('/events?city=Berlin')
  const link = new URL(linkIn(message))
  expect(`${link.origin}${link.pathname}`).toBe('https://b2b.example/auth/link')
  expect(link.searchParams.get('next')).toBe('/events?city=Berlin')
  const browser = harness.createBrowser()
  const code = codeIn(message)
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  const answer = await browser.call((client) => client.codes.enter({ email, code: spaced, next: '/events' }))
  expect(answer).toMatchObject({ me: { email }, landingPath: '/events' })
  expect((await browser.call((client) => client.me()))?.email).toBe(email)
  const again = browser.call((client) => client.codes.enter({ email, code }))
  await expect(again).rejects.toMatchObject({ code: 'CODE_WRONG', status: 410 })
})

test('an emailed link shows its recipient, signs in once, and can be renewed', async () => {
  await confirmed()
  const token = tokenIn(await codeEmail())
  const browser = harness.createBrowser()
  const ask = () => browser.call((client) => client.codes.inspect({ token, type: 'magiclink' }))
  expect(await ask()).toMatchObject({ state: 'open', email })
  const opened = await browser.call((client) => client.codes.open({ token, type: 'magiclink' }))
  expect(opened).toMatchObject({ outcome: 'signed_in', me: { email } })
  expect(await ask()).toMatchObject({ state: 'invalid', email })
  const twice = browser.call((client) => client.codes.open({ token, type: 'magiclink' }))
  await expect(twice).rejects.toMatchObject({ code: 'LINK_INVALID' })

  const [fresh] = await emailsOf(() =>
    browser.call((client) => client.codes.renew({ token, type: 'magiclink' })),
  )
  const renewed = await harness
    .createBrowser()
    .call((client) => client.codes.open({ token: tokenIn(fresh), type: 'magiclink' }))
  expect(renewed.outcome).toBe('signed_in')
  const unknown = browser.call((client) => client.codes.renew({ token: 'nothing', type: 'magiclink' }))
  await expect(unknown).rejects.toMatchObject({ code: 'LINK_INVALID' })
})

test('a newer code invalidates the older one and its link', async () => {
  await confirmed()
  const older = await codeEmail()
  const newer = await codeEmail()
  const browser = harness.createBrowser()
  const stale = browser.call((client) => client.codes.open({ token: tokenIn(older), type: 'magiclink' }))
  await expect(stale).rejects.toMatchObject({ code: 'LINK_INVALID' })
  await browser.call((client) => client.codes.enter({ email, code: codeIn(newer) }))
})

test('our own page gives the same response for an email without an account, which gets an email that says so', async () => {
  const [message] = await emailsOf(async () => {
    expect(await harness.createBrowser().call((client) => client.codes.send({ email }))).toEqual({})
  })
  expect(message).toMatchObject({ to: email, subject: 'No account with this address' })
  expect(message?.text).toContain('https://b2b.example/auth?tab=sign-up')
  expect(codeIn({ text: message?.text ?? '' })).toBe('')
  const both = harness.createBrowser().call((client) => client.codes.send({ email, phone: '+49301234567' }))
  await expect(both).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const text = harness.createBrowser().call((client) => client.codes.send({ phone: '+49301234567' }))
  await expect(text).rejects.toMatchObject({ code: 'TEXT_MESSAGES_DISABLED' })
})

test.each(['https://evil.example/', '//evil.example', '/auth', String.raw`/\evil.example`])(
  'the link in the email with a code leaves out the redirect target %s',
  async (next) => {
    await confirmed()
    expect(linkIn(await codeEmail(next))).not.toContain('next=')
  },
)

test('a sign-in link is refused after ten minutes, and where another kind of link is required', async () => {
  await confirmed()
  const token = tokenIn(await codeEmail())
  const browser = harness.createBrowser()
  for (const type of ['recovery', 'invite', 'email_change'] as const) {
    const misused = browser.call((client) => client.codes.open({ token, type }))
    await expect(misused).rejects.toMatchObject({ code: 'LINK_INVALID' })
  }
  later(10 * minutes)
  const late = browser.call((client) => client.codes.open({ token, type: 'magiclink' }))
  await expect(late).rejects.toMatchObject({ code: 'LINK_INVALID' })
})

test('a code replaces another account’s session in the same browser', async () => {
  const theirs = await confirmed()
  email = `other-${email}`
  await confirmed()
  const me = await theirs.call((client) => client.me())
  const cookie = theirs.cookie()
  const message = await codeEmail()
  await theirs.call((client) => client.codes.enter({ email, code: codeIn(message) }))
  expect(harness.published.at(-2)?.userIds).toContain(me?.id)
  theirs.setCookie(cookie)
  expect(await theirs.call((client) => client.me())).toBeNull()
})

test('a sign-up code verifies the email only for the person who is signed in to that account', async () => {
  const { browser, message } = await signUp()
  const code = codeIn({ text: message?.text ?? '' })
  const cookie = browser.cookie()
  email = `other-${email}`
  const { browser: other } = await signUp()
  for (const [who, digits] of [
    [other, code],
    [browser, notThis(code)],
  ] as const)
    await expect(who.call((client) => client.codes.confirm({ code: digits }))).rejects.toMatchObject({
      code: 'CODE_WRONG',
    })
  await expect(
    harness.createBrowser().call((client) => client.codes.confirm({ code })),
  ).rejects.toMatchObject({
    status: 401,
  })
  const { me } = await browser.call((client) => client.codes.confirm({ code }))
  expect(me?.isEmailVerified).toBe(true)
  expect(browser.cookie()).toBe(cookie)
})

test('reports a code with too many wrong guesses by its owner as used up; its link still works', async () => {
  const { browser, message } = await signUp()
  const code = codeIn({ text: message?.text ?? '' })
  const confirm = (digits: string) => browser.call((client) => client.codes.confirm({ code: digits }))
  for (let tries = 1; tries < 5; tries += 1)
    // One after the other, as a person types them.
    await expect(confirm(notThis(code))).rejects.toMatchObject({ code: 'CODE_WRONG' })
  for (const digits of [notThis(code), code])
    await expect(confirm(digits)).rejects.toMatchObject({
      code: 'CODE_SPENT',
      message: expect.stringContaining('use the link in the email'),
    })
  expect(await browser.call((client) => client.verifyEmail({ token: tokenIn(message) }))).toEqual({ email })
})

test('an invalid link says why: used, replaced or expired', async () => {
  await confirmed()
  const reader = harness.createBrowser()
  const whyOf = async (token: string) =>
    (await reader.call((client) => client.codes.inspect({ token, type: 'magiclink' }))).reason
  const first = tokenIn(await codeEmail())
  expect(await whyOf(first)).toBeNull()
  later(2 * minutes)
  const second = tokenIn(await codeEmail())
  expect([await whyOf(first), await whyOf(second)]).toEqual(['replaced', null])
  later(minutes)
  await reader.call((client) => client.codes.open({ token: second, type: 'magiclink' }))
  later(2 * minutes)
  const third = tokenIn(await codeEmail())
  expect([await whyOf(second), await whyOf(third)]).toEqual(['used', null])
  later(11 * minutes)
  expect([await whyOf(third), await whyOf('nothing')]).toEqual(['expired', null])
})

test('an email contains a code only if its reader has a field for it', async () => {
  await confirmed()
  const recover = () =>
    emailsOf(() => harness.createBrowser().call((client) => client.requestPasswordReset({ email })))
  const [own] = await recover()
  expect(codeIn({ text: own?.text ?? '' })).toBe('')
  expect(own?.text).toContain('The link works once')
})

test('signing in with a code removes the access of the account’s unverified creator', async () => {
  const { browser: opener, message: signUpEmail } = await signUp()
  const message = await codeEmail()
  const reader = harness.createBrowser()
  const misread = reader.call((client) =>
    client.codes.enter({ email, code: codeIn(signUpEmail ?? { text: '' }) }),
  )
  await expect(misread).rejects.toMatchObject({ code: 'CODE_WRONG' })
  await reader.call((client) => client.codes.enter({ email, code: codeIn(message) }))
  expect((await reader.call((client) => client.me()))?.isEmailVerified).toBe(true)
  expect(await opener.call((client) => client.me())).toBeNull()
})
