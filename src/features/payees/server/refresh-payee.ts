import type { Database, Transaction } from '~/database/connect'
import { notify } from '~/features/notifications/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import { callProvider, limitProviderCalls } from './call-provider'
import type { Context, PayeeContext } from './context'
import { findOwnPayee, getPayouts, type PayoutsResponse } from './get-payouts'
import { AccountClosedError, type PayeePort, type ProviderAccount } from './payee-port'
import { deleteAccount, storeAccount } from './store-account'

/**
 * Reads the caller's account from the provider again, if they have one, and returns its state.
 * @throws STRIPE_UNAVAILABLE, TOO_MANY_REQUESTS
 */
export async function refreshPayee(
  context: PayeeContext & Pick<Context, 'limits'>,
): Promise<PayoutsResponse> {
  const { payees } = context
  const row = await findOwnPayee(context)
  if (row !== undefined && payees !== undefined) {
    await limitProviderCalls(context)
    await callProvider(context, () => readAndStoreAccount({ ...context, payees }, row.accountId))
  }
  return getPayouts(context)
}

/**
 * Reads an account again after the provider reported a change, and notifies its owner if they can no longer be paid.
 * Ignores accounts that are not in the database, because other programs may create accounts at the provider too.
 */
export async function refreshAccount(
  services: Reader & { jobs: Pick<Jobs, 'enqueue'>; live: Pick<Live, 'publish'> },
  accountId: string,
): Promise<void> {
  const row = await services.db
    .selectFrom('payees')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('provider', '=', services.payees.provider)
    .executeTakeFirst()
  if (row === undefined) return
  await readAndStoreAccount(services, accountId, (trx, isClosed) =>
    notify(trx, services.jobs, [
      {
        userId: row.user_id,
        kind: 'payouts_paused',
        actorId: null,
        subjectId: row.user_id,
        facts: { isClosed },
      },
    ]),
  )
  services.live.publish([row.user_id], ['notifications'])
}

interface Reader {
  db: Database
  payees: Pick<PayeePort, 'provider' | 'readAccount'>
  now: () => Date
}

/**
 * Reads an account from the provider and stores it. Deletes an account that was closed at the provider, so that the
 * person can connect another. Calls `onPaused` in the transaction if the account was connected and no longer is.
 */
async function readAndStoreAccount(
  { db, payees, now }: Reader,
  accountId: string,
  onPaused: (trx: Transaction, isClosed: boolean) => Promise<void> = async () => {},
): Promise<void> {
  const checkedAt = now()
  const account = await readAccount(payees, accountId)
  await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('payees')
      .select('status')
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (account === undefined) await deleteAccount(trx, accountId)
    else if (!(await storeAccount(trx, accountId, { ...account, checkedAt }))) return
    if (before?.status === 'connected' && account?.status !== 'connected')
      await onPaused(trx, account === undefined)
  })
}

/** Reads an account from the provider; undefined if the account was closed. */
async function readAccount(
  payees: Reader['payees'],
  accountId: string,
): Promise<ProviderAccount | undefined> {
  try {
    return await payees.readAccount(accountId)
  } catch (error) {
    if (error instanceof AccountClosedError) return undefined
    throw error
  }
}
