// The public interface for other features.
import type { Database } from '~/database/connect'
import type { PayeePort } from './payee-port'

export {
  AccountClosedError,
  AccountInUseError,
  PayeeNotReadyError,
  PayoutsNotEnabledError,
} from './payee-port'
export { refreshAccount } from './refresh-payee'
export type { PayeePort, ProviderAccount } from './payee-port'

/** Returns whether the configured provider can pay a person out: their account is complete and not restricted. */
export async function canBePaid(
  { db, payees }: { db: Database; payees: Pick<PayeePort, 'provider'> | undefined },
  userId: string,
): Promise<boolean> {
  if (payees === undefined) return false
  const row = await db
    .selectFrom('payees')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('provider', '=', payees.provider)
    .where('status', '=', 'connected')
    .executeTakeFirst()
  return row !== undefined
}
