import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codeIn } from '~/platform/mail/testing-mails'
import { createAccount } from '../accounts/create-account'
import { hashPassword, verifyPassword } from '../passwords/password-hash'
import { startIdentity, tokenIn } from '../testing'
import { verifyEmailJob } from './jobs'
import { sendSignIn } from './send-sign-in'
import { mailsOf as stepMails, openInApp, signUp as signUpAt } from './testing'

// Two say that an address is theirs: at sign-up, or one by a sign-up and one by reading what is sent there.
const { database, harness } = await startIdentity()

let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `eva${people}@lind.example`
})

const mailsOf = (step: () => Promise<unknown>) => stepMails(harness, step)
const signUp = () => signUpAt(harness, email)

/** A sign-up as apps make it. */
async function openAs(password: string) {
  return openInApp(await harness.createBrowser().contextOf(), { email, password })
}
const signUpAs = (password: string) => mailsOf(() => openAs(password))

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

/** What `act` does while somebody signs up with the address on our page, whose account is there when it is written and not before. */
async function whileSigningUp(act: () => Promise<unknown>): Promise<void> {
  const passwordHash = await hashPassword('of a thief')
  const context = await harness.createBrowser().contextOf()
  let acting: Promise<unknown> | undefined
  await database.db.transaction().execute(async (trx) => {
    const created = await createAccount(trx, {
      fullName: 'A Thief',
      email,
      passwordHash,
      code: undefined,
      now: harness.clock.now,
    })
    if (typeof created === 'string') throw new Error(created)
    await context.jobs.enqueue(trx, verifyEmailJob, { userId: created.userId })
    acting = act()
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
        return rows.length
      })
      .toBeGreaterThan(0)
  })
  await acting
}

test.each([
  ['the first mail', 0],
  ['the second', 1],
])(
  'A-08 of two who sign up at the same moment the later one is mailed as well, and %s takes the password of the other along',
  async (_, which) => {
    const before = harness.mails.length
    await whileSigningUp(() => openAs('of the owner'))
    // Both are written, in either order: none of them may leave the thief's password.
    const queued = harness.queue.splice(0)
    harness.queue.push(...(which === 0 ? queued : queued.toReversed()))
    await harness.runJobs()
    const mails = harness.mails.slice(before)
    expect(mails.map(({ to }) => to)).toEqual([email, email])
    await harness.createBrowser().call((client) => client.verifyEmail({ token: tokenIn(mails[1]) }))
    expect(await passwordOf()).toBeNull()
  },
)

test('A-08 control: who signs up at the same moment with the same password keeps it', async () => {
  await whileSigningUp(() => openAs('of a thief'))
  await harness.runJobs()
  await harness.createBrowser().call((client) => client.verifyEmail({ token: tokenIn(harness.mails.at(-1)) }))
  expect(await verifyPassword('of a thief', await passwordOf())).toBe(true)
})

test('A-08 that two signed up is known for longer than the links of their mails', async () => {
  const { browser } = await signUp()
  await signUpAs('of somebody else')
  await database.db.deleteFrom('one_time_tokens').execute()
  const [again] = await mailsOf(() => browser.call((client) => client.resendVerification({})))
  await harness.createBrowser().call((client) => client.verifyEmail({ token: tokenIn(again) }))
  expect(await passwordOf()).toBeNull()
})

/** Signed up on the page, never confirmed, and a number proven in the settings. */
async function reachedByPhone() {
  const { browser, mail } = await signUp()
  await database.db
    .updateTable('accounts')
    .set({ phone: `+4930${String(2_000_000 + people)}`, phone_verified_at: new Date() })
    .where('email', '=', email)
    .execute()
  return { browser, mail }
}
const hasAddress = async () =>
  (await database.db.selectFrom('accounts').select('id').where('email', '=', email).execute()).length === 1
const refusedElsewhere = { code: 'UNCONFIRMED_ELSEWHERE', status: 409 }

test('A-08 whoever has proven a number, and asks for a code at the address that they have not, reads what to do and loses nothing', async () => {
  await reachedByPhone()
  const other = harness.createBrowser()
  const [mail] = await mailsOf(() => other.call((client) => client.codes.send({ email })))
  const code = codeIn({ text: mail?.text ?? '' })
  await expect(other.call((client) => client.codes.enter({ email, code }))).rejects.toMatchObject(
    refusedElsewhere,
  )
  expect(await hasAddress()).toBe(true)
  const token = tokenIn(mail)
  await expect(other.call((client) => client.codes.open({ token, type: 'magiclink' }))).rejects.toMatchObject(
    refusedElsewhere,
  )
})

test('A-08 so does whoever forgot the password', async () => {
  await reachedByPhone()
  const other = harness.createBrowser()
  const [mail] = await mailsOf(() => other.call((client) => client.requestPasswordReset({ email })))
  const reset = other.call((client) =>
    client.resetPassword({ token: tokenIn(mail), password: 'quick brown fox jumps' }),
  )
  await expect(reset).rejects.toMatchObject(refusedElsewhere)
  expect(await hasAddress()).toBe(true)
})

test('A-08 a stranger who signs up with it in an app takes it from nobody: inside the account it is confirmed, password and all', async () => {
  const { browser } = await reachedByPhone()
  const before = await passwordOf()
  const [contested] = await signUpAs('of somebody else')
  const outside = harness.createBrowser().call((client) => client.verifyEmail({ token: tokenIn(contested) }))
  await expect(outside).rejects.toMatchObject(refusedElsewhere)
  expect(await hasAddress()).toBe(true)
  const code = codeIn({ text: contested?.text ?? '' })
  const { me } = await browser.call((client) => client.codes.confirm({ code }))
  expect(me).toMatchObject({ email, isEmailVerified: true })
  expect(await passwordOf()).toBe(before)
})

test('A-08 whoever begins an account by a code in an app takes it from one that only named it', async () => {
  const { browser } = await reachedByPhone()
  const app = await harness.createBrowser().contextOf()
  const beginning = { metadata: { full_name: 'Ada Herself' }, code: undefined }
  const [mail] = await mailsOf(() => sendSignIn(app, { who: { email }, beginning }))
  const own = harness.createBrowser()
  const opened = await own.call((client) => client.codes.open({ token: tokenIn(mail), type: 'magiclink' }))
  expect(opened).toMatchObject({ outcome: 'signed_in', me: { email, fullName: 'Ada Herself' } })
  expect(await browser.call((client) => client.me())).toMatchObject({ email: null })
})
