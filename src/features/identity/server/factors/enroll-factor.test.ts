import { expect, test } from 'vitest'
import { FACTORS_MAX } from '../../rules/factor'
import { markVerified, startIdentity } from '../testing'

const { database, harness } = await startIdentity()

let count = 0
async function signUp() {
  count += 1
  const browser = harness.createBrowser()
  const email = `enrolls-${count}@example.com`
  await browser.call((client) =>
    client.signUp({ fullName: 'Ada Example', email, password: 'slow techno at noon' }),
  )
  await markVerified(database.db, email)
  const { id: userId } = await database.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const kept = () =>
    database.db.selectFrom('auth_factors').select(['id', 'status']).where('user_id', '=', userId).execute()
  return { browser, userId, kept }
}

test('A-09 unfinished attempts to add a factor never reach the limit of ten', async () => {
  const { browser, kept } = await signUp()
  const begun: string[] = []
  for (let turn = 0; turn < FACTORS_MAX + 3; turn += 1) {
    const { factorId } = await browser.call((client) => client.factors.enrollTotp({}))
    begun.push(factorId)
  }
  const left = (await kept()).map(({ id }) => id)
  expect(left).toHaveLength(FACTORS_MAX)
  // The newest unfinished factors stay, because one of them may be open in another tab.
  expect(new Set(left)).toEqual(new Set(begun.slice(-FACTORS_MAX)))
})

test('A-09 refuses an eleventh factor when ten are verified, and removes none of them', async () => {
  const { browser, userId, kept } = await signUp()
  await database.db
    .insertInto('auth_factors')
    .values(
      Array.from({ length: FACTORS_MAX }, (_, place) => ({
        user_id: userId,
        kind: 'totp' as const,
        friendly_name: `App ${place}`,
        status: 'verified' as const,
        secret_sealed: Buffer.from('sealed'),
      })),
    )
    .execute()
  await database.db.updateTable('sessions').set({ assurance: 'aal2' }).where('user_id', '=', userId).execute()
  await expect(browser.call((client) => client.factors.enrollTotp({}))).rejects.toMatchObject({
    code: 'TOO_MANY',
  })
  expect(await kept()).toHaveLength(FACTORS_MAX)
})
