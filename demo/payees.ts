import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { createSandboxPayees } from '~/features/payees/server/sandbox-payees'
import { storeAccount } from '~/features/payees/server/store-account'
import type { PlannedEvent } from './events'
import { getPersonId } from './people'
import { seedId } from './random'

const DAY = 86_400_000

/**
 * How far each person's payout setup is, and how many days ago they opened the sandbox's setup page. Every organizer
 * with events on sale is connected.
 */
const setups = [
  { key: 'mara', setup: 'complete', days: 40 },
  { key: 'juno', setup: 'complete', days: 33 },
  { key: 'owen', setup: 'complete', days: 61 },
  { key: 'jonas', setup: 'complete', days: 52 },
  { key: 'nova', setup: 'complete', days: 47 },
  { key: 'sofia', setup: 'complete', days: 44 },
  { key: 'dae-jung', setup: 'complete', days: 38 },
  { key: 'ilse', setup: 'complete', days: 36 },
  { key: 'temi', setup: 'complete', days: 30 },
  { key: 'moderator', setup: 'tax_number_needed', days: 3 },
  { key: 'kestrel', setup: 'unfinished', days: 1 },
] as const

/** Seeds payout accounts of the sandbox: connected, restricted and unfinished. The other people have none. */
export async function seedPayees(trx: Transaction, now: Date): Promise<void> {
  const sandbox = createSandboxPayees(trx)
  for (const [n, { key, setup, days }] of setups.entries()) {
    const checkedAt = new Date(now.getTime() - days * DAY)
    const creationKey = seedId('payee', n)
    const accountId = await sandbox.createAccount(creationKey, getPersonId(key))
    await sql`
      insert into payees (user_id, creation_key, provider, account_id, created_at)
      values (${getPersonId(key)}, ${creationKey}, 'sandbox', ${accountId}, ${checkedAt})`.execute(trx)
    await sql`
      insert into sandbox_payees (account_id, setup, chosen_at)
      values (${accountId}, ${setup}, ${checkedAt})`.execute(trx)
    await storeAccount(trx, accountId, { ...(await sandbox.readAccount(accountId)), checkedAt })
  }
}

/** Seeds a request to sell a draft's tickets without a payout account. The request waits for an admin. */
export async function seedWaiver(
  trx: Transaction,
  events: readonly PlannedEvent[],
  now: Date,
): Promise<void> {
  const draft = events.find(({ title }) => title === 'Cellar Door')
  if (draft === undefined) throw new Error('the draft is missing')
  await trx
    .insertInto('payee_waivers')
    .values({
      event_id: draft.id,
      requested_by: getPersonId(draft.organizer),
      requested_at: new Date(now.getTime() - DAY / 4),
    })
    .execute()
}
