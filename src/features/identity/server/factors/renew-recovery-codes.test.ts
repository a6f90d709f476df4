import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import { createIdentityHarness } from '../testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('A-08 recovery codes can be renewed ten times an hour, with one notification', async () => {
  const harness = createIdentityHarness(database.db, { realLimits: createLimits() })
  const browser = harness.createBrowser()
  const email = 'nova@lindqvist.example'
  await browser.call((client) =>
    client.signUp({ fullName: 'Nova Lindqvist', email, password: 'slow techno at noon' }),
  )
  await database.db
    .updateTable('accounts')
    .set({ email_verified_at: harness.clock.now })
    .where('email', '=', email)
    .execute()
  const { factorId, secret } = await browser.call((client) => client.factors.enrollTotp({}))
  const { challengeId } = await browser.call((client) => client.factors.challenge({ factorId }))
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: harness.clock.now.getTime() })
  await browser.call((client) => client.factors.verify({ factorId, challengeId, code }))
  const renew = () => browser.call((client) => client.recoveryCodes.renew())
  for (let n = 0; n < 10; n += 1) expect((await renew()).codes).toHaveLength(10)
  await expect(renew()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await harness.runJobs()
  expect(harness.emails.filter(({ subject }) => /recovery codes/i.test(subject))).toHaveLength(1)
})
