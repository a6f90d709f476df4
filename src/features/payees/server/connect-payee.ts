import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { signedIn } from '~/platform/rpc/context'
import type { ReturnPlace } from '../rules/return-path'
import type { PayeeContext } from './context'
import type { PayeePort } from './payee-port'
import { refuse } from './refuse'

/** Creates the caller's account unless they have one, and returns the address where they set it up. */
export async function connectPayee(
  context: PayeeContext,
  place: ReturnPlace,
): Promise<{ redirectUrl: string }> {
  const { db, payees } = context
  if (payees === undefined) throw refuse('NOT_AVAILABLE')
  const accountId = await ensureAccount(db, payees, signedIn(context).id)
  return { redirectUrl: await payees.createOnboardingLink(accountId, place) }
}

/** The row is inserted first: its key makes two simultaneous calls, or a call after a crash, create the same account. */
async function ensureAccount(db: Database, payees: PayeePort, userId: string): Promise<string> {
  await db
    .deleteFrom('payees')
    .where('user_id', '=', userId)
    .where('provider', '<>', payees.provider)
    .execute()
  await db
    .insertInto('payees')
    .values({ user_id: userId, provider: payees.provider })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('payees')
    .select(['creation_key as key', 'account_id as accountId'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw refuse('DISCONNECTED')
  if (row.accountId !== null) return row.accountId
  const accountId = await payees.createAccount(row.key)
  const { rows } = await sql`
    update payees set account_id = ${accountId} where creation_key = ${row.key}::uuid returning user_id`.execute(
    db,
  )
  if (rows.length > 0) return accountId
  await payees.disconnect(accountId)
  throw refuse('DISCONNECTED')
}
