import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account'
import { hashPassword, verifyPassword } from '../passwords/password-hash'
import { startIdentity, tokenIn } from '../testing'
import { verifyEmailJob } from '../email-and-sms/jobs'
import { emailsOf as emailsOfStep, openInApp, signUp as signUpAt } from '../sign-in/testing'

// Two people sign up with one email before either of them verifies it.
const { database, harness } = await startIdentity()

let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `eva${people}@lind.example`
})

const emailsOf = (step: () => Promise<unknown>) => emailsOfStep(harness, step)
const signUp = () => signUpAt(harness, email)

/** Signs up like an app. */
async function openAs(password: string) {
  return openInApp(await harness.createBrowser().contextOf(), { email, password })
}
const signUpAs = (password: string) => emailsOf(() => openAs(password))

const passwordOf = async () =>
  (
    await database.db
      .selectFrom('accounts')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).password_hash

test('after two sign-ups with the same password, the account keeps it', async () => {
  await signUpAs('the same password')
  const [message] = await signUpAs('the same password')
  await harness.createBrowser().call((client) => client.verifyEmail({ token: tokenIn(message) }))
  expect(await verifyPassword('the same password', await passwordOf())).toBe(true)
})

test('A-08 after two sign-ups in apps with different passwords, neither password is stored', async () => {
  await signUpAs('of somebody else')
  const [message] = await signUpAs('of the owner')
  await harness.createBrowser().call((client) => client.verifyEmail({ token: tokenIn(message) }))
  expect(await passwordOf()).toBeNull()
})

test('A-08 a sign-up in an app changes nothing for the person who is signed in to that account', async () => {
  const { browser } = await signUp()
  const [message] = await signUpAs('of a stranger')
  expect(await verifyPassword('first password', await passwordOf())).toBe(true)
  expect((await browser.call((client) => client.me()))?.email).toBe(email)
  await browser.call((client) => client.verifyEmail({ token: tokenIn(message) }))
  expect(await verifyPassword('first password', await passwordOf())).toBe(true)
})

/** Runs `act` while another sign-up with the email is written but not yet committed. */
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
  ['the first email is confirmed', 0],
  ['the second email is confirmed', 1],
])(
  'A-08 after two concurrent sign-ups with different passwords, neither password is stored: %s',
  async (_, which) => {
    const before = harness.emails.length
    await whileSigningUp(() => openAs('of the owner'))
    // Both emails are sent, in either order.
    const queued = harness.queue.splice(0)
    harness.queue.push(...(which === 0 ? queued : queued.toReversed()))
    await harness.runJobs()
    const emails = harness.emails.slice(before)
    expect(emails.map(({ to }) => to)).toEqual([email, email])
    await harness.createBrowser().call((client) => client.verifyEmail({ token: tokenIn(emails[1]) }))
    expect(await passwordOf()).toBeNull()
  },
)

test('A-08 control: after two concurrent sign-ups with the same password, the account keeps it', async () => {
  await whileSigningUp(() => openAs('of a thief'))
  await harness.runJobs()
  await harness
    .createBrowser()
    .call((client) => client.verifyEmail({ token: tokenIn(harness.emails.at(-1)) }))
  expect(await verifyPassword('of a thief', await passwordOf())).toBe(true)
})
