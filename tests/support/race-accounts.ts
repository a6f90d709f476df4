import type { Database, Transaction } from '~/database/connect'
import { createAccount } from '~/features/identity/server/accounts/create-account'
import { hashPassword } from '~/features/identity/server/public'
import { newId } from '~/lib/ids'
import type { startTestApp } from './app'
import { createAuthClient } from './auth-client'
import { createBrowser } from './browser'

export const RACER_PASSWORD = 'slow house at noon'
const hashed = hashPassword(RACER_PASSWORD)
let people = 0

/** Creates a person with a verified email, RACER_PASSWORD and nothing else. */
export async function createRacer(db: Database) {
  people += 1
  const racer = { id: newId(), email: `ines${people}@moor.example` }
  const rest = { fullName: 'Ines Moor', passwordHash: await hashed, code: undefined, isConfirmed: true }
  await db.transaction().execute((trx) => createAccount(trx, { ...racer, ...rest, now: new Date() }))
  return { userId: racer.id, email: racer.email, phone: `+4915700000${String(people).padStart(3, '0')}` }
}

type TestApp = Awaited<ReturnType<typeof startTestApp>>

export async function racerInApp(app: TestApp, email: string) {
  const { client } = createAuthClient(app.address, { ip: app.someAddress() })
  const { error } = await client.signInWithPassword({ email, password: RACER_PASSWORD })
  if (error) throw error
  return client
}

export async function racerInBrowser(app: TestApp, email: string) {
  const browser = createBrowser(app)
  await browser.post('/auth/sign-in', { email, password: RACER_PASSWORD })
  return browser
}

export async function liveSessions(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export const endAll = (trx: Transaction, userId: string) =>
  trx.updateTable('sessions').set({ ended_at: new Date() }).where('user_id', '=', userId).execute()

export const trustBrowser = (db: Database, userId: string) =>
  db
    .insertInto('trusted_browsers')
    .values({
      token_hash: Buffer.from(userId),
      user_id: userId,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()

export const trustedBrowsers = (db: Database, userId: string) =>
  db.selectFrom('trusted_browsers').select('user_id').where('user_id', '=', userId).execute()
