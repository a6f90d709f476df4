import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { untilBlocked } from '~tests/support/lock-waits'
import { newId } from '~/lib/ids'
import { createAccount } from '../accounts/create-account'
import { issueToken } from '../tokens/issue-token'
import { redeemCode, redeemToken } from '../tokens/redeem-token'
import { invalidateTokens } from '../tokens/one-time-tokens'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const now = new Date('2026-11-21T20:00:00Z')
const purposes = ['sign_in'] as const
const secret = 'a secret of forty characters or even more'
let userId = ''
let email = ''
let sent: { token: string; code: string }

const inTransaction = <T>(run: (trx: Transaction) => Promise<T>) => database.db.transaction().execute(run)
const issue = (trx: Transaction) =>
  issueToken(trx, { secret, purpose: 'sign_in', userId, sentTo: email, now })

beforeEach(async () => {
  userId = newId()
  email = `${userId}@lind.example`
  const ada = { id: userId, fullName: 'Ada Lind', email, passwordHash: null, code: undefined, now }
  await inTransaction((trx) => createAccount(trx, ada))
  sent = await inTransaction(issue)
})

const opened = {
  'the link': (trx: Transaction) => redeemToken(trx, { token: sent.token, purposes, now }),
  'the digits': (trx: Transaction) =>
    redeemCode(trx, { secret, code: sent.code, sentTo: email, purposes, now }),
}

test.each(Object.entries(opened))(
  'redeeming %s of an email waits for a concurrent change to the account, without a deadlock',
  async (_, open) => {
    let opening: Promise<unknown> | undefined
    // The same lock order as a password change: the account first, then its tokens.
    await inTransaction(async (trx) => {
      await trx.selectFrom('accounts').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
      opening = inTransaction(async (other) => {
        const redeemed = await open(other)
        await other.updateTable('accounts').set({ last_signed_in_at: now }).where('id', '=', userId).execute()
        return redeemed
      })
      await untilBlocked(database.db)
      await invalidateTokens(trx, { userId, purposes, now })
    })
    expect(await opening).toBeUndefined()
  },
)

test('issuing a new token waits while an earlier one is redeemed', async () => {
  let issuing: Promise<unknown> | undefined
  const redeemed = await inTransaction(async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', userId).forUpdate().execute()
    issuing = inTransaction(issue)
    await untilBlocked(database.db)
    return redeemToken(trx, { token: sent.token, purposes, now })
  })
  expect(redeemed).toMatchObject({ userId, sentTo: email })
  expect(await issuing).toMatchObject({ code: expect.stringMatching(/^\d{6}$/) })
})
