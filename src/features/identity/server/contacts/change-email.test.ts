import { beforeEach, expect, test } from 'vitest'
import { codeIn, linkIn } from '~tests/support/stored-emails'
import { startIdentity, tokenIn } from '../testing'
import { redeemNonce, sendNonce } from '../sessions/nonce'
import { resend } from '../sign-in/resend'
import { confirmed as confirmedAt, emailsOf as emailsOfStep, signUp as signUpAt } from '../sign-in/testing'

const { database, harness } = await startIdentity()

let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `ada${people}@lind.example`
})

const emailsOf = (step: () => Promise<unknown>) => emailsOfStep(harness, step)
const signUp = () => signUpAt(harness, email)
const confirmed = () => confirmedAt(harness, email)

test('an email changes only when both addresses have confirmed, and this starts no session', async () => {
  const browser = await confirmed()
  const next = `new-${email}`
  await database.db.updateTable('accounts').set({ new_email: next }).where('email', '=', email).execute()
  const ask = async () => {
    const context = await harness.createBrowser().contextOf()
    return emailsOf(() => resend(context, { type: 'email_change', destination: { email }, linkTarget: {} }))
  }
  const [toCurrent, toNew] = await ask()
  expect([toCurrent?.to, toNew?.to]).toEqual([email, next])
  expect(linkIn({ text: toNew?.text ?? '' })).toContain('type=email_change')
  const reader = harness.createBrowser()
  const half = await reader.call((client) =>
    client.codes.open({ token: tokenIn(toCurrent), type: 'email_change' }),
  )
  expect(half).toMatchObject({ outcome: 'half_confirmed', email: next, me: null })

  const second = await ask()
  expect(second.map(({ to }) => to)).toEqual([next])
  const changed = await reader.call((client) =>
    client.codes.open({ token: tokenIn(second[0]), type: 'email_change' }),
  )
  expect(changed).toMatchObject({ outcome: 'email_changed', email: next, me: null })
  expect(reader.cookie()).toBe('')
  expect(await browser.call((client) => client.me())).toMatchObject({ email: next, isEmailVerified: true })
})

test('ignores confirmations of an earlier change', async () => {
  await confirmed()
  const start = async (next: string) => {
    await database.db
      .updateTable('accounts')
      .set({ new_email: next, new_email_confirmed_by: null })
      .where('email', '=', email)
      .execute()
    const context = await harness.createBrowser().contextOf()
    return emailsOf(() => resend(context, { type: 'email_change', destination: { email }, linkTarget: {} }))
  }
  const [, toFirst] = await start(`first-${email}`)
  const [toCurrent] = await start(`second-${email}`)
  const reader = harness.createBrowser()
  const old = reader.call((client) => client.codes.open({ token: tokenIn(toFirst), type: 'email_change' }))
  await expect(old).rejects.toMatchObject({ code: 'LINK_INVALID' })
  await database.db
    .updateTable('accounts')
    .set({ new_email: `third-${email}` })
    .where('email', '=', email)
    .execute()
  const yes = reader.call((client) => client.codes.open({ token: tokenIn(toCurrent), type: 'email_change' }))
  await expect(yes).rejects.toMatchObject({ code: 'LINK_INVALID' })
})

test('the page of an email change shows both emails, but hides an unverified current one', async () => {
  const change = async (next: string) => {
    await database.db.updateTable('accounts').set({ new_email: next }).where('email', '=', email).execute()
    const context = await harness.createBrowser().contextOf()
    const emails = await emailsOf(() =>
      resend(context, { type: 'email_change', destination: { email }, linkTarget: {} }),
    )
    const token = tokenIn(emails.at(-1))
    const reader = harness.createBrowser()
    return reader.call((client) => client.codes.inspect({ token, type: 'email_change' }))
  }
  await confirmed()
  expect((await change(`new-${email}`)).change).toEqual({ from: email, to: `new-${email}` })
  email = `slip-${email}`
  await signUp()
  expect((await change(`new-${email}`)).change).toEqual({ from: null, to: `new-${email}` })
})

test('refuses an email that another account has taken since the request', async () => {
  await confirmed()
  const mine = email
  const wanted = `wanted-${email}`
  await database.db.updateTable('accounts').set({ new_email: wanted }).where('email', '=', mine).execute()
  const context = await harness.createBrowser().contextOf()
  const [toCurrent, toNew] = await emailsOf(() =>
    resend(context, { type: 'email_change', destination: { email: mine }, linkTarget: {} }),
  )
  email = wanted
  await confirmed()
  const reader = harness.createBrowser()
  await reader.call((client) => client.codes.open({ token: tokenIn(toCurrent), type: 'email_change' }))
  const late = reader.call((client) => client.codes.open({ token: tokenIn(toNew), type: 'email_change' }))
  await expect(late).rejects.toMatchObject({ code: 'EMAIL_TAKEN', status: 409 })
})

test('a code for reauthentication works once, and only for its own account', async () => {
  const browser = await confirmed()
  const context = await browser.contextOf()
  const userId = context.caller?.id ?? ''
  const [message] = await emailsOf(() => sendNonce(context, { userId }))
  const nonce = codeIn({ text: message?.text ?? '' })
  const take = (who: string, digits: string) => redeemNonce(context, { userId: who, nonce: digits })
  email = `other-${email}`
  const other = await (await confirmed()).contextOf()
  expect(await take(other.caller?.id ?? '', nonce)).toBe(false)
  expect(await take(userId, nonce)).toBe(true)
  expect(await take(userId, nonce)).toBe(false)
})
