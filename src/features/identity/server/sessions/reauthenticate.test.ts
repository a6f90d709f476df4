import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createIdentityHarness, markVerified } from '../testing'
import { REAUTHENTICATION_MS } from './reauthentication'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let harness: ReturnType<typeof createIdentityHarness>
type Browser = ReturnType<ReturnType<typeof createIdentityHarness>['createBrowser']>
type Client = Parameters<Parameters<Browser['call']>[0]>[0]

const email = 'juno@okafor.example'
const password = 'slow techno at noon'

beforeAll(async () => {
  database = await createTestDatabase()
  harness = createIdentityHarness(database.db)
  await harness.createBrowser().call((client) => client.signUp({ fullName: 'Juno Okafor', email, password }))
  await markVerified(database.db, email)
})
afterAll(() => database.drop())

/** A browser that signed in so long ago that changes require reauthentication. */
async function leftOpen(): Promise<Browser> {
  harness.clock.now = new Date()
  const browser = harness.createBrowser()
  await browser.call((client) => client.signIn({ email, password }))
  harness.clock.now = new Date(Date.now() + REAUTHENTICATION_MS + 1000)
  return browser
}
const noOne = '0198c3c0-0000-7000-8000-000000000001'
const refused = { code: 'REAUTHENTICATION_REQUIRED', status: 403 }

const changes: [name: string, change: (client: Client) => Promise<unknown>][] = [
  ['a new address', (client) => client.account.requestEmail({ email: 'new@okafor.example' })],
  ['a new phone', (client) => client.account.requestPhone({ phone: '+49305550142' })],
  ['removing the phone', (client) => client.account.removePhone()],
  ['an authenticator', (client) => client.factors.enrollTotp({})],
  ['a phone for two-step verification', (client) => client.factors.enrollPhone({ phone: '+49305550142' })],
  ['a security key', (client) => client.factors.enrollSecurityKey({ name: 'Blue' })],
  ['removing a factor', (client) => client.factors.remove({ factorId: noOne })],
  ['new recovery codes', (client) => client.recoveryCodes.renew()],
  ['a passkey', (client) => client.passkeys.startAdding()],
  ['removing a passkey', (client) => client.passkeys.remove({ id: noOne })],
  ['linking a provider', (client) => client.identities.link({ name: 'google' })],
  ['unlinking a provider', (client) => client.identities.unlink({ id: noOne })],
]

test.each(changes)(
  'A-08 a browser that was left signed in needs reauthentication to change sign-in methods: %s',
  async (_name, change) => {
    const browser = await leftOpen()
    await expect(browser.call(change)).rejects.toMatchObject(refused)
  },
)

test.each(changes)('A-08 a recent sign-in needs no reauthentication: %s', async (_name, change) => {
  harness.clock.now = new Date()
  const browser = harness.createBrowser()
  await browser.call((client) => client.signIn({ email, password }))
  const outcome = await browser.call(change).catch((error: unknown) => error)
  expect(outcome).not.toMatchObject(refused)
})

test('A-08 reading and reversible changes need no reauthentication', async () => {
  const browser = await leftOpen()
  await browser.call((client) => client.account.get())
  await browser.call((client) => client.account.cancelEmail())
  await browser.call((client) => client.account.sessions.endOthers())
})

test('A-08 the password reauthenticates this session for 15 minutes; a wrong one does not', async () => {
  const [browser, other] = [await leftOpen(), await leftOpen()]
  const enroll = (client: Client) => client.factors.enrollTotp({})
  await expect(browser.call((client) => client.proof.give({ password: 'wrong' }))).rejects.toMatchObject({
    code: 'WRONG_PASSWORD',
  })
  await expect(browser.call(enroll)).rejects.toMatchObject(refused)
  await browser.call((client) => client.proof.give({ password }))
  await browser.call(enroll)
  await expect(other.call(enroll)).rejects.toMatchObject(refused)
  harness.clock.now = new Date(harness.clock.now.getTime() + REAUTHENTICATION_MS + 1000)
  await expect(browser.call(enroll)).rejects.toMatchObject(refused)
})

test('A-08 an emailed code reauthenticates the session only once', async () => {
  const browser = await leftOpen()
  await browser.call((client) => client.account.reauthenticate())
  await harness.runJobs()
  const code = /\b\d{6}\b/.exec(harness.emails.at(-1)?.text ?? '')?.[0] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  await expect(browser.call((client) => client.proof.give({ code: wrong }))).rejects.toMatchObject({
    code: 'CODE_WRONG',
  })
  await browser.call((client) => client.proof.give({ code }))
  await browser.call((client) => client.factors.enrollTotp({}))
  await expect(browser.call((client) => client.proof.give({ code }))).rejects.toMatchObject({
    code: 'CODE_WRONG',
  })
})

test('A-08 the session records each method of reauthentication only once', async () => {
  const browser = await leftOpen()
  await browser.call((client) => client.proof.give({ password }))
  await browser.call((client) => client.proof.give({ password }))
  const { caller } = await browser.contextOf()
  const { amr } = await database.db
    .selectFrom('sessions')
    .select('amr')
    .where('id', '=', caller?.sessionId ?? '')
    .executeTakeFirstOrThrow()
  const seconds = Math.floor(harness.clock.now.getTime() / 1000)
  expect(amr).toEqual([{ method: 'password', timestamp: seconds }])
})
