import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import type { ReturnPlace } from '../rules/return-path'
import { callProvider, limitProviderCalls } from './call-provider'
import type { Context, PayeeContext } from './context'
import { AccountClosedError, type PayeePort, PayoutsNotEnabledError } from './payee-port'
import { refuse } from './refused-error'
import { deleteAccount } from './store-account'

/**
 * Creates the caller's payout account if they have none, and returns the address of the page where they set it up.
 * @throws NOT_AVAILABLE, DISCONNECTED, STRIPE_UNAVAILABLE, TOO_MANY_REQUESTS
 */
export async function connectPayee(
  context: PayeeContext & Pick<Context, 'limits'>,
  place: ReturnPlace,
): Promise<{ redirectUrl: string }> {
  const { db, payees } = context
  if (payees === undefined) throw refuse('NOT_AVAILABLE')
  await limitProviderCalls(context)
  const userId = requireCaller(context).id
  const accountId = await callProvider(context, () => ensureAccount(db, payees, userId))
  try {
    return { redirectUrl: await callProvider(context, () => payees.createOnboardingLink(accountId, place)) }
  } catch (error) {
    if (!(error instanceof AccountClosedError)) throw error
    await deleteAccount(db, accountId)
    throw refuse('DISCONNECTED')
  }
}

/**
 * Returns the id of the caller's account, and creates it if needed. Inserts the row in `payees` first. Simultaneous
 * calls, and a repeated call after a crash, use its creation key and therefore create the same account.
 */
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
  const accountId = await payees.createAccount(row.key, userId).catch(async (error: unknown) => {
    if (error instanceof PayoutsNotEnabledError)
      await db
        .deleteFrom('payees')
        .where('creation_key', '=', row.key)
        .where('account_id', 'is', null)
        .execute()
    throw error
  })
  const { rows } = await sql`
    update payees set account_id = ${accountId} where creation_key = ${row.key}::uuid returning user_id`.execute(
    db,
  )
  if (rows.length > 0) return accountId
  await payees.disconnect(accountId)
  throw refuse('DISCONNECTED')
}
