import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startIdentity } from '../testing'
import { emailChangeJob, nonceJob, phoneCodeJob, recoverJob, signInCodeJob, verifyEmailJob } from './jobs'
import { signUp } from '../sign-in/testing'

const { database, harness } = await startIdentity()

/** Resolves once a query waits for a lock. */
async function waitForLock(): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    database.db,
  )
  if (rows.length > 0) return
  await new Promise((resolve) => setTimeout(resolve, 10))
  await waitForLock()
}

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
    let sending: Promise<unknown> | undefined
    await database.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('accounts').where('id', '=', userId).execute()
      sending = harness.runJobs()
      await Promise.race([waitForLock(), sending])
    })
    await sending
    expect(harness.emails).toHaveLength(before)
  },
)
