import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createSandboxPayees } from './sandbox-payees'
import { storeAccount } from './store-account'

export { createSandboxPayees } from './sandbox-payees'

/** Gives a person a sandbox account in this state, and returns its id. */
export async function connectTestPayee(
  db: Database,
  userId: string,
  setup: 'complete' | 'unfinished' | 'tax_number_needed' = 'complete',
): Promise<string> {
  const sandbox = createSandboxPayees(db)
  const checkedAt = new Date('2026-11-01T12:00:00Z')
  const account = await sandbox.createAccount(crypto.randomUUID(), userId)
  await sql`insert into payees (user_id, provider, account_id) values (${userId}, 'sandbox', ${account})`.execute(
    db,
  )
  await sql`
    insert into sandbox_payees (account_id, setup, chosen_at) values (${account}, ${setup}, ${checkedAt})`.execute(
    db,
  )
  await storeAccount(db, account, { ...(await sandbox.readAccount(account)), checkedAt })
  return account
}
