import { expect, test } from 'vitest'
import { createLimits } from '~/platform/limits/limits'
import { insertSession } from '../sessions/sessions'
import { startIdentity } from '../testing'
import { limitEmails, limitTextMessages, computeTextShares } from './send-limits'
import { NO_AUTH_FILE } from '~/platform/config/auth-file'

const { database, harness } = await startIdentity()

/** Returns a function that creates a context with fresh limits and this IP. */
async function createContextFactory() {
  const [limits, context] = [createLimits(), await harness.createBrowser().contextOf()]
  return (ip: string) => ({ ...context, limits, ip })
}

const refused = { code: 'TOO_MANY_REQUESTS' }

test('requests of strangers from many networks do not stop owners at known networks from getting email', async () => {
  const email = 'ada@limits.example'
  const browser = harness.createBrowser()
  await browser.call((client) =>
    client.signUp({ fullName: 'Ada Lind', email, password: 'slow techno at noon' }),
  )
  const { ip: home } = await browser.contextOf()
  await database.db
    .updateTable('accounts')
    .set({ email_verified_at: harness.clock.now })
    .where('email', '=', email)
    .execute()
  const from = await createContextFactory()
  for (const kind of ['verify', 'email_change', 'sign_in', 'recover'] as const) {
    await limitEmails(from('203.0.113.1'), kind, email)
    await expect(limitEmails(from('203.0.113.2'), kind, email)).rejects.toMatchObject(refused)
    await limitEmails(from(home), kind, email)
    await expect(limitEmails(from(home), kind, email)).rejects.toMatchObject(refused)
  }
})

test('an unverified account shares the email limit of strangers, even on its own network', async () => {
  const email = 'squatted@limits.example'
  const browser = harness.createBrowser()
  await browser.call((client) =>
    client.signUp({ fullName: 'Ada Lind', email, password: 'slow techno at noon' }),
  )
  const { ip } = await browser.contextOf()
  const from = await createContextFactory()
  await limitEmails(from('203.0.113.1'), 'sign_in', email)
  await expect(limitEmails(from(ip), 'sign_in', email)).rejects.toMatchObject(refused)
})

test('plus-tagged addresses of one mailbox share one daily limit, separate from the limit of the untagged address', async () => {
  const from = await createContextFactory()
  const ask = (n: number) => limitEmails(from(`203.0.113.${n}`), 'sign_in', `bea+${n}@limits.example`)
  for (let n = 1; n <= 30; n += 1) await ask(n)
  await expect(ask(31)).rejects.toMatchObject(refused)
  await limitEmails(from('203.0.113.98'), 'sign_in', 'bea@limits.example')
  await limitEmails(from('203.0.113.99'), 'sign_in', 'cleo@limits.example')
})

test('text messages for a factor have a separate limit from other messages to the same number', async () => {
  const phone = '+491701234567'
  const from = await createContextFactory()
  await limitTextMessages(from('203.0.113.1'), phone)
  await expect(limitTextMessages(from('203.0.113.2'), phone)).rejects.toMatchObject(refused)
  await limitTextMessages(from('203.0.113.3'), phone, { factorOf: 'ada' })
  await expect(limitTextMessages(from('203.0.113.3'), phone, { factorOf: 'ada' })).rejects.toMatchObject(
    refused,
  )
})

test('strangers share an hourly limit of emails, and owners have a separate one', async () => {
  const [limits, context] = [createLimits(), await harness.createBrowser().contextOf()]
  const config = { ...context.config, auth: { ...context.config.auth, emailsPerHour: 2 } }
  const ask = (ip: string, to: string) => limitEmails({ ...context, config, limits, ip }, 'sign_in', to)
  const email = 'dora@limits.example'
  const browser = harness.createBrowser()
  await browser.call((client) =>
    client.signUp({ fullName: 'Dora Lind', email, password: 'slow techno at noon' }),
  )
  const { ip: home } = await browser.contextOf()
  await database.db
    .updateTable('accounts')
    .set({ email_verified_at: harness.clock.now })
    .where('email', '=', email)
    .execute()
  await ask('203.0.113.1', 'a@limits.example')
  await ask('198.51.100.1', 'b@limits.example')
  await expect(ask('192.0.2.1', 'c@limits.example')).rejects.toMatchObject(refused)
  await ask(home, email)
})

const sms = { kind: 'twilio', accountSid: 'AC0', authToken: 'of the tests', from: '+15550001' } as const

/** Like `createContextFactory`, for a site that may send this many text messages a day. */
async function contextWithDailyTexts(perDay: number) {
  const from = await createContextFactory()
  return (ip: string) => ({
    ...from(ip),
    config: {
      publicUrl: 'https://b2b.example',
      mailFrom: 'hello@b2b.example',
      auth: { ...NO_AUTH_FILE, sms: { ...sms, perDay } },
    },
  })
}

test('A-08 one network never uses up the daily messages of a site, even with a low limit', async () => {
  for (const perDay of [4, 20, 100, 5000]) {
    const { site, network } = computeTextShares(perDay)
    expect(network).toBeLessThanOrEqual(site / 4)
  }
  const from = await contextWithDailyTexts(20)
  const ask = (n: number, ip: string) => limitTextMessages(from(ip), `+4917010000${n}`)
  for (let n = 10; n < 15; n += 1) await ask(n, '203.0.113.1')
  await expect(ask(15, '203.0.113.1')).rejects.toMatchObject(refused)
  await ask(15, '203.0.113.2')
})

test('A-08 numbers of one country get half of the daily messages, strangers three quarters, and owners on known networks the rest', async () => {
  const { db } = database
  const [phone, home] = ['+33600000001', '203.0.113.200']
  const account = db.insertInto('accounts').values({ phone, phone_verified_at: new Date() }).returning('id')
  const { id } = await account.executeTakeFirstOrThrow()
  await insertSession(db, { userId: id, ip: home, userAgent: null, now: new Date(), methods: ['otp'] })
  const from = await contextWithDailyTexts(20)
  let asked = 0
  const ask = (country: string) => {
    asked += 1
    return limitTextMessages(from(`203.0.113.${asked}`), `+${country}70100${1000 + asked}`)
  }
  for (let n = 0; n < 10; n += 1) await ask('49')
  await expect(ask('49')).rejects.toMatchObject(refused)
  for (let n = 0; n < 5; n += 1) await ask('1')
  await expect(ask('353')).rejects.toMatchObject(refused)
  await limitTextMessages(from(home), phone)
})
