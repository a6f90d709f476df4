import { expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { startIdentity } from '../testing'
import { openInApp } from '../sign-in/testing'

const { database, harness } = await startIdentity()

/** Returns the kinds of SQL statements that an app's sign-up executes. */
async function workOf(email: string, password: string): Promise<string[]> {
  const kinds: string[] = []
  const db: Database = database.db.withPlugin({
    transformQuery: ({ node }) => {
      kinds.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await openInApp({ ...(await harness.createBrowser().contextOf()), db }, { email, password })
  return kinds
}

test('A-08 a sign-up in an app executes the same statements whether the email is available, unverified (with the same or another password) or taken', async () => {
  const email = 'ada@work.example'
  const free = await workOf(email, 'slow techno at noon')
  expect(free.filter((kind) => kind === 'UpdateQueryNode')).toHaveLength(1)
  expect(await workOf(email, 'slow techno at noon')).toEqual(free)
  expect(await workOf(email, 'of somebody else')).toEqual(free)
  await database.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date() })
    .where('email', '=', email)
    .execute()
  expect(await workOf(email, 'of somebody else')).toEqual(free)
})
