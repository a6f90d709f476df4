import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~/database/testing'
import { createLimits } from '~/platform/limits/limits'
import { createIdentityHarness } from '../testing'
import { limitMail, limitText } from './send-limits'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let harness: ReturnType<typeof createIdentityHarness>
beforeAll(async () => {
  database = await createTestDatabase()
  harness = createIdentityHarness(database.db)
})
afterAll(() => database.drop())

/** Limits without a past, asked from some network. */
async function asking() {
  const [limits, context] = [createLimits(), await harness.createBrowser().contextOf()]
  return (ip: string) => ({ ...context, limits, ip })
}

const refused = { code: 'TOO_MANY_REQUESTS' }

test('what strangers ask for, from many networks, keeps nobody from their own mail at home', async () => {
  const email = 'ada@limits.example'
  const browser = harness.createBrowser()
  await browser.call((client) =>
    client.signUp({ fullName: 'Ada Lind', email, password: 'slow techno at noon' }),
  )
  const { ip: home } = await browser.contextOf()
  const from = await asking()
  for (const kind of ['verify', 'email_change', 'sign_in', 'recover'] as const) {
    await limitMail(from('203.0.113.1'), kind, email)
    await expect(limitMail(from('203.0.113.2'), kind, email)).rejects.toMatchObject(refused)
    await limitMail(from(home), kind, email)
    await expect(limitMail(from(home), kind, email)).rejects.toMatchObject(refused)
  }
})

test('addresses of one mailbox are one destination in the end', async () => {
  const from = await asking()
  const ask = (n: number) => limitMail(from(`203.0.113.${n}`), 'sign_in', `bea+${n}@limits.example`)
  for (let n = 1; n <= 30; n += 1) await ask(n)
  await expect(ask(31)).rejects.toMatchObject(refused)
  await limitMail(from('203.0.113.99'), 'sign_in', 'cleo@limits.example')
})

test('a second factor by phone is asked for apart from what anybody may send to its number', async () => {
  const phone = '+491701234567'
  const from = await asking()
  await limitText(from('203.0.113.1'), phone)
  await expect(limitText(from('203.0.113.2'), phone)).rejects.toMatchObject(refused)
  await limitText(from('203.0.113.3'), phone, { factorOf: 'ada' })
  await expect(limitText(from('203.0.113.3'), phone, { factorOf: 'ada' })).rejects.toMatchObject(refused)
})
