import { beforeEach, expect, test } from 'vitest'
import type { Transaction } from '~/database/connect'
import { untilBlocked } from '~tests/support/lock-waits'
import { newId } from '~/lib/ids'
import { createAccount } from '../accounts/create-account'
import { insertSession } from '../sessions/sessions'
import { createIdentityHarness, startIdentity, tokenIn } from '../testing'
import { issueToken } from '../tokens/issue-token'
import type { TokenPurpose } from '../tokens/one-time-tokens'
import { confirmContactChange, confirmPhone } from './confirm-contact-change'
import { emailChangeJob } from '../email-and-sms/jobs'
import { createLimits } from '~/platform/limits/limits'
import { resend } from '../sign-in/resend'
import { emailsOf } from '../sign-in/testing'

// Two accounts request the same email or phone: at most one of them gets it.
const { database, harness } = await startIdentity()

let people = 0
let phone = ''
let wanted = ''
beforeEach(() => {
  people += 1
  phone = `+4915203300${String(people).padStart(3, '0')}`
  wanted = `requested${people}@lind.example`
})

const inTransaction = <T>(run: (trx: Transaction) => Promise<T>) => database.db.transaction().execute(run)

/** Creates an account with a pending change to this email and phone. Its current email is verified by default. */
async function createRequester(isConfirmed = true): Promise<string> {
  const id = newId()
  const account = { id, fullName: 'Ada Lind', passwordHash: null, code: undefined, now: harness.clock.now }
  await inTransaction((trx) =>
    createAccount(trx, { ...account, email: `${id}@lind.example`, isConfirmed, requestId: '' }),
  )
  const waits = { new_email: wanted, new_phone: phone }
  await database.db.updateTable('accounts').set(waits).where('id', '=', id).execute()
  return id
}

const issue = (userId: string, purpose: TokenPurpose, sentTo: string) =>
  inTransaction((trx) =>
    issueToken(trx, {
      secret: harness.secret,
      purpose,
      userId,
      sentTo,
      payload: purpose === 'phone_change' ? {} : { next: wanted },
      now: harness.clock.now,
    }),
  )

/** Sends the emails of the account's email change and returns their links, by recipient. */
async function linksOf(userId: string): Promise<Map<string, string>> {
  const emails = await emailsOf(harness, () => harness.jobs.enqueue(database.db, emailChangeJob, { userId }))
  return new Map(emails.map((message) => [message.to, tokenIn(message)]))
}

const yes = (token = '') =>
  harness.createBrowser().call((client) => client.codes.open({ token, type: 'email_change' }))

/** Confirms the pending phone with this code, in a session of this account. */
async function typePhoneCode(context: Parameters<typeof confirmPhone>[0], userId: string, code: string) {
  const session = {
    userId,
    ip: null,
    userAgent: null,
    now: harness.clock.now,
    methods: ['password'] as const,
  }
  const sessionId = await insertSession(database.db, session)
  return confirmPhone(context, { userId, sessionId, code })
}

const accountOf = (id: string) =>
  database.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('A-08 a stranger’s change to the same email does not end another person’s change', async () => {
  const mine = await createRequester()
  const links = await linksOf(mine)
  const stranger = await createRequester()
  await linksOf(stranger)
  expect(await yes(links.get(`${mine}@lind.example`))).toMatchObject({ outcome: 'half_confirmed' })
  expect(await yes(links.get(wanted))).toMatchObject({ outcome: 'email_changed', email: wanted })
  expect(await accountOf(mine)).toMatchObject({ email: wanted, new_email: null })
})

test('A-08 resending the confirmation of a new email gives every account that changes to it a new link; older links become invalid', async () => {
  const [mine, stranger] = [await createRequester(), await createRequester()]
  const old = await linksOf(mine)
  const context = await harness.createBrowser().contextOf()
  const emails = await emailsOf(harness, () =>
    resend(context, { type: 'email_change', destination: { email: wanted }, linkTarget: {} }),
  )
  expect(emails.map(({ to }) => to).toSorted()).toEqual(
    [`${mine}@lind.example`, `${stranger}@lind.example`, wanted, wanted].toSorted(),
  )
  await expect(yes(old.get(wanted))).rejects.toMatchObject({ code: 'LINK_INVALID' })
  await yes(tokenIn(emails.find(({ to }) => to === `${mine}@lind.example`)))
  const toNew = emails.filter(({ to }) => to === wanted).map(tokenIn)
  for (const token of toNew) await yes(token)
  expect(await accountOf(mine)).toMatchObject({ email: wanted })
})

test('A-08 one resend for all pending changes to an email stays within the hourly limit of that email', async () => {
  const limits = createLimits()
  const counted = createIdentityHarness(database.db, { realLimits: limits })
  for (let n = 0; n < 7; n += 1) await createRequester()
  const context = await counted.createBrowser().contextOf()
  const resendEmail = () =>
    resend(context, { type: 'email_change', destination: { email: wanted }, linkTarget: {} })
  const arrived = async () => {
    await counted.runJobs()
    return counted.emails.filter(({ to }) => to === wanted).length
  }
  await resendEmail()
  expect(await arrived()).toBe(5)
  // Five emails to the new address, and one to the current address of each of those five accounts.
  expect(counted.emails).toHaveLength(10)
  await limits.reset('email_email_change_minute_to', wanted)
  await expect(resendEmail()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(await arrived()).toBe(5)
})

test('A-08 requests of strangers do not stop owners at known networks from getting their email', async () => {
  const limits = createLimits()
  const counted = createIdentityHarness(database.db, { realLimits: limits })
  const mine = await createRequester()
  const own = `${mine}@lind.example`
  const context = await counted.createBrowser().contextOf()
  const { ip } = context
  await insertSession(database.db, {
    userId: mine,
    ip,
    userAgent: null,
    now: counted.clock.now,
    methods: ['otp'],
  })
  for (let n = 0; n < 5; n += 1)
    await limits.consume('email_email_change_to', own, { points: 5, seconds: 3600 })
  const requestFrom = async (from: string) => {
    counted.emails.length = 0
    await limits.reset('email_email_change_minute_to', wanted)
    await resend(
      { ...context, ip: from },
      { type: 'email_change', destination: { email: wanted }, linkTarget: {} },
    )
    await counted.runJobs()
    return counted.emails.map(({ to }) => to).toSorted()
  }
  expect(await requestFrom('203.0.113.7')).toEqual([wanted])
  expect(await requestFrom(ip)).toEqual([own, wanted].toSorted())
})

test('A-08 a texted code confirms the change of its own account only, and does not use up another account’s code', async () => {
  const [mine, stranger] = [await createRequester(), await createRequester()]
  const own = await issue(mine, 'phone_change', phone)
  const theirs = await issue(stranger, 'phone_change', phone)
  const context = await harness.createBrowser().contextOf()
  expect(await typePhoneCode(context, mine, theirs.code)).toBe('wrong')
  const open = database.db
    .selectFrom('one_time_tokens')
    .select(['user_id', 'attempts'])
    .where('sent_to', '=', phone)
    .where('used_at', 'is', null)
    .orderBy('attempts')
  expect(await open.execute()).toEqual([
    { user_id: stranger, attempts: 0 },
    { user_id: mine, attempts: 1 },
  ])
  expect(await typePhoneCode(context, mine, own.code)).toBe('changed')
  expect(await typePhoneCode(context, stranger, theirs.code)).toBe('taken')
  expect(await accountOf(mine)).toMatchObject({ phone, new_phone: null })
})

const redeemed = (userId: string, purpose: TokenPurpose, sentTo: string) => ({
  userId,
  purpose,
  sentTo,
  payload: { next: wanted },
  challenge: undefined,
})

test('A-08 of two concurrent confirmations of one email, the second is refused as taken', async () => {
  const [first, second] = [await createRequester(false), await createRequester(false)]
  const { token } = await issue(second, 'email_change_new', wanted)
  let late: Promise<unknown> | undefined
  await inTransaction(async (trx) => {
    const { now } = harness.clock
    await confirmContactChange(trx, redeemed(first, 'email_change_new', wanted), { now, isInside: true })
    late = yes(token).catch((error: unknown) => error)
    await untilBlocked(database.db)
  })
  expect(await late).toMatchObject({ code: 'EMAIL_TAKEN' })
  expect(await accountOf(first)).toMatchObject({ email: wanted })
})

test('A-08 of two concurrent confirmations of one phone, the second is refused as taken', async () => {
  const [first, second] = [await createRequester(), await createRequester()]
  const { code } = await issue(second, 'phone_change', phone)
  const context = await harness.createBrowser().contextOf()
  let late: Promise<unknown> | undefined
  await inTransaction(async (trx) => {
    const { now } = harness.clock
    await confirmContactChange(trx, redeemed(first, 'phone_change', phone), { now, isInside: true })
    late = typePhoneCode(context, second, code).catch((error: unknown) => error)
    await untilBlocked(database.db)
  })
  expect(await late).toBe('taken')
  expect(await accountOf(first)).toMatchObject({ phone })
})

test('A-08 a confirmation sent to an unverified current email does not change the email', async () => {
  const id = await createRequester(false)
  const { token } = await issue(id, 'email_change_current', `${id}@lind.example`)
  await expect(yes(token)).rejects.toMatchObject({ code: 'LINK_INVALID' })
  expect(await accountOf(id)).toMatchObject({
    email: `${id}@lind.example`,
    email_verified_at: null,
    new_email: wanted,
  })
})
