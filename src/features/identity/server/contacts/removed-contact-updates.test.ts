import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { SESSION_TOPIC } from '~/platform/live/live'
import { signInWithIdentity } from '../providers/sign-in-with-identity'
import { startIdentity, tokenIn } from '../testing'
import { sendSignInCode } from '../sign-in/send-sign-in-code'
import { emailsOf } from '../sign-in/testing'

const { database, harness } = await startIdentity()

/** Creates an account with this phone, verified, and this email, unverified. */
async function createAccountWithUnverifiedEmail(email: string, phone: string): Promise<string> {
  const id = newId()
  const account = { id, email, phone, phone_verified_at: harness.clock.now }
  await database.db.insertInto('accounts').values(account).execute()
  await database.db.insertInto('profiles').values({ id, full_name: 'Ida Sand', email }).execute()
  return id
}

const updatesOf = (id: string) =>
  harness.published.filter(({ userIds }) => userIds.includes(id)).flatMap(({ topics }) => topics)

const find = (id: string) =>
  database.db.selectFrom('accounts').select(['email']).where('id', '=', id).executeTakeFirstOrThrow()

test('A-08 open pages update when their account loses its unverified email to a person who signs in with a code', async () => {
  const email = 'code@loser.example'
  const loser = await createAccountWithUnverifiedEmail(email, '+4930700901')
  const browser = harness.createBrowser()
  const context = await browser.contextOf()
  const [message] = await emailsOf(harness, () =>
    sendSignInCode(context, { destination: { email }, beginning: { metadata: {}, code: undefined } }),
  )
  await browser.call((client) => client.codes.open({ token: tokenIn(message), type: 'magiclink' }))
  expect(await find(loser)).toEqual({ email: null })
  expect(updatesOf(loser)).toEqual([SESSION_TOPIC])
})

test('A-08 open pages update when their account loses its unverified email to a new provider account', async () => {
  const email = 'provider@loser.example'
  const loser = await createAccountWithUnverifiedEmail(email, '+4930700902')
  const context = await harness.createBrowser().contextOf()
  await signInWithIdentity(context, {
    provider: 'github',
    subject: '1000902',
    email,
    hasVerifiedEmail: true,
    fullName: 'Ada Lind',
    method: 'oauth',
    claims: {},
  })
  expect(await find(loser)).toEqual({ email: null })
  expect(updatesOf(loser)).toEqual([SESSION_TOPIC])
})
