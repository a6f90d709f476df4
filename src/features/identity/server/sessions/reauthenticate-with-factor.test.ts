import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createIdentityHarness, markVerified } from '../testing'
import { REAUTHENTICATION_MS } from './reauthentication'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let harness: ReturnType<typeof createIdentityHarness>
type Browser = ReturnType<ReturnType<typeof createIdentityHarness>['createBrowser']>

const email = 'nova@lindqvist.example'
const password = 'slow techno at noon'
let browser: Browser
let factorId: string
let secret: string

beforeAll(async () => {
  database = await createTestDatabase()
  harness = createIdentityHarness(database.db)
  browser = harness.createBrowser()
  await browser.call((client) => client.signUp({ fullName: 'Nova Lindqvist', email, password }))
  await markVerified(database.db, email)
  ;({ factorId, secret } = await browser.call((client) => client.factors.enrollTotp({})))
  await showFactor()
})
afterAll(() => database.drop())

async function showFactor() {
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: harness.clock.now.getTime() })
  const { challengeId } = await browser.call((client) => client.factors.challenge({ factorId }))
  await browser.call((client) => client.factors.verify({ factorId, challengeId, code }))
}
const expireReauthentication = () =>
  (harness.clock.now = new Date(harness.clock.now.getTime() + REAUTHENTICATION_MS + 31_000))
const change = () => browser.call((client) => client.passkeys.startAdding())
const refused = { code: 'REAUTHENTICATION_REQUIRED', status: 403 }

test('A-08 an emailed code does not reauthenticate an account with a factor, because the mailbox may be open too', async () => {
  expireReauthentication()
  await expect(change()).rejects.toMatchObject(refused)
  await browser.call((client) => client.account.reauthenticate())
  await harness.runJobs()
  const code = /\b\d{6}\b/.exec(harness.emails.at(-1)?.text ?? '')?.[0] ?? ''
  expect(code).toHaveLength(6)
  await expect(browser.call((client) => client.proof.give({ code }))).rejects.toMatchObject({
    code: 'FACTOR_NEEDED',
    status: 403,
  })
  await expect(change()).rejects.toMatchObject(refused)
})

test('A-08 a second factor reauthenticates the session for 15 minutes', async () => {
  expireReauthentication()
  await expect(change()).rejects.toMatchObject(refused)
  await showFactor()
  await change()
  expireReauthentication()
  await expect(change()).rejects.toMatchObject(refused)
})

test('A-08 the password reauthenticates an account with a second factor', async () => {
  expireReauthentication()
  await browser.call((client) => client.proof.give({ password }))
  await change()
})

test('A-08 an emailed code sent as the password does not reauthenticate an account with a factor', async () => {
  await database.db.updateTable('accounts').set({ password_hash: null }).where('email', '=', email).execute()
  expireReauthentication()
  await browser.call((client) => client.account.reauthenticate())
  await harness.runJobs()
  const code = /\b\d{6}\b/.exec(harness.emails.at(-1)?.text ?? '')?.[0] ?? ''
  await expect(browser.call((client) => client.proof.give({ password: code }))).rejects.toMatchObject({
    code: 'WRONG_PASSWORD',
  })
  await expect(change()).rejects.toMatchObject(refused)
})

test('A-08 access to the mailbox alone cannot set a first password for reauthentication', async () => {
  await database.db.updateTable('accounts').set({ password_hash: null }).where('email', '=', email).execute()
  expireReauthentication()
  await browser.call((client) => client.account.reauthenticate())
  await harness.runJobs()
  const code = /\b\d{6}\b/.exec(harness.emails.at(-1)?.text ?? '')?.[0] ?? ''
  const setFirst = () =>
    browser.call((client) => client.account.changePassword({ password: 'fast techno at six', code }))
  await expect(setFirst()).rejects.toMatchObject(refused)
  await showFactor()
  // The refused request did not use up the code.
  expect(await setFirst()).toMatchObject({ hasPassword: true })
})
