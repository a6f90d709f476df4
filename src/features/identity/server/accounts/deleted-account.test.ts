import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { identityCalls } from '../calls'
import { startIdentity } from '../testing'
import { removePhone } from '../contacts/change-contact'

const { database, harness } = await startIdentity()

let people = 0
/** A caller who was authenticated, but whose account was deleted before the handler ran. */
async function gone() {
  people += 1
  const email = `ada${people}@gone.example`
  const browser = harness.createBrowser()
  await browser.call((client) => client.signUp({ fullName: 'Ada Lind', email, password: 'slow techno' }))
  const context = await browser.contextOf()
  await database.db.deleteFrom('accounts').where('email', '=', email).execute()
  return { context, client: createRouterClient(identityCalls, { context }) }
}
type Client = Awaited<ReturnType<typeof gone>>['client']

test.each<[string, (client: Client) => Promise<unknown>]>([
  ['reads the account', (client) => client.account.get()],
  ['changes the name', (client) => client.account.rename({ fullName: 'Ada' })],
  ['cancels the email change', (client) => client.account.cancelEmail({})],
  ['cancels the phone change', (client) => client.account.cancelPhone({})],
  ['requests a code', (client) => client.account.reauthenticate({})],
  [
    'changes the password',
    (client) => client.account.changePassword({ currentPassword: 'slow techno', password: 'fast techno' }),
  ],
  ['signs out everywhere else', (client) => client.account.sessions.endOthers({})],
])('a request that %s during the deletion of its account is refused as signed out', async (_, ask) => {
  const { client } = await gone()
  await expect(ask(client)).rejects.toMatchObject({ status: 401 })
})

test('removing the phone of a deleted account fails because its session has ended', async () => {
  const { context } = await gone()
  const { id: userId = '', sessionId = '' } = context.caller ?? {}
  expect(userId).not.toBe('')
  expect(await removePhone(context, { userId, sessionId })).toBe('ended')
})
