import { expect, test } from 'vitest'
import { startIdentity } from '../testing'
import { emailChangeJob, nonceJob, phoneCodeJob, recoverJob, signInCodeJob, verifyEmailJob } from './jobs'
import { signUp } from '../sign-in/testing'
import { during } from '~tests/support/lock-waits'

const { database, harness } = await startIdentity()

const phone = '+4930123456'
const requestedFrom = '192.0.2.1'
type Person = { userId: string; email: string }
let people = 0

test.each<[string, (person: Person) => object]>([
  [verifyEmailJob, ({ userId }) => ({ userId })],
  [recoverJob, ({ email }) => ({ email })],
  [signInCodeJob, ({ email }) => ({ email })],
  [emailChangeJob, ({ userId }) => ({ userId })],
  [nonceJob, ({ userId }) => ({ userId })],
  [phoneCodeJob, ({ userId }) => ({ userId, phone, purpose: 'phone_change', channel: 'sms', requestedFrom })],
])(
  '%s: the job ends without an error when the account is deleted while its email is written',
  async (name, payloadOf) => {
    people += 1
    const email = `ada${people}@gone.example`
    await signUp(harness, email)
    const { id: userId } = await database.db
      .updateTable('accounts')
      .set({ new_email: `new${people}@gone.example`, new_phone: phone })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    const before = harness.emails.length
    await harness.jobs.enqueue(database.db, name, payloadOf({ userId, email }))
    await during(database.db, userId, {
      change: (trx) => trx.deleteFrom('accounts').where('id', '=', userId).execute(),
      act: () => harness.runJobs(),
    })
    expect(harness.emails).toHaveLength(before)
  },
)
