import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { endSession } from '../sessions/sessions'
import { findHolder, holdAccount, isAssured } from './holder'

/**
 * Ends a session that still waits for its second factor. Nothing of whoever has shown it meanwhile, in another tab of the same
 * browser. Answers whether it ended.
 */
export async function leavePending(context: IdentityContext): Promise<boolean> {
  const holder = await findHolder(context)
  if (holder === undefined || isAssured(holder)) return false
  const now = context.now()
  const isLeft = await context.db.transaction().execute(async (trx) => {
    const held = await holdAccount(trx, holder, now)
    if (held === undefined || isAssured(held)) return false
    await endSession(trx, held.sessionId, now)
    return true
  })
  if (isLeft) context.live.publish([holder.userId], [SESSION_TOPIC])
  return isLeft
}
