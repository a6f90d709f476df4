import type { Database, Transaction } from '~/database/connect'
import type { Live } from '~/platform/live/live'
import { type CallContext, requireCaller } from '~/platform/rpc/context'
import { createSessionError } from './require-session-holder'
import { type Holder, lockAssuredAccount } from '../sessions/lock-account'

/**
 * Runs a change of the caller's account for another feature while it holds the account's row lock, so that one person's
 * changes run one after another, and refreshes their open pages.
 * @throws UNAUTHORIZED when the session ended meanwhile
 */
export async function changeOwnAccount<Result>(
  context: Pick<CallContext, 'caller' | 'now'> & { db: Database; live: Pick<Live, 'publish'> },
  change: (trx: Transaction, held: Holder) => Promise<Result>,
): Promise<Result> {
  const { id: userId, sessionId } = requireCaller(context)
  const result = await context.db.transaction().execute(async (trx) => {
    const held = await lockAssuredAccount(trx, { userId, sessionId }, context.now())
    if (held === undefined) throw createSessionError('ended')
    return change(trx, held)
  })
  context.live.publish([userId], ['identity'])
  return result
}
