import type { Transaction } from '~/database/connect'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { findHolder, lockOwnAccount, isAssured, type OwnSession } from './lock-account'
import { endSession, endSessions } from './sessions'
import { forgetBrowsers } from './trusted-browser'
import { recordRequestEvent, type RequestOrigin } from '../security-log/record-event'
import { cancelPendingChanges } from '../accounts/cancel-pending-changes'

/** Ends the current session, even if it hasn't passed two-step verification. */
export async function signOut(
  context: RequestOrigin & Pick<IdentityContext, 'db' | 'live' | 'now'>,
  { userId, sessionId }: OwnSession,
): Promise<void> {
  const { db, live, now } = context
  await db.transaction().execute(async (trx) => {
    await endSession(trx, sessionId, now())
    await recordRequestEvent(trx, context, { userId, kind: 'signed_out', sessionId })
  })
  live.publish([userId], [SESSION_TOPIC])
}

/**
 * Ends all sessions, or all others, and all trusted browsers, and cancels changes that another session started. The
 * account is locked first. So a concurrent change either commits first and is canceled, or runs later and finds its
 * session ended. Returns how many sessions ended; 'ended' if the caller's session has ended meanwhile, 'unassured' if
 * it hasn't passed two-step verification.
 */
export async function signOutEverywhere(
  context: RequestOrigin & Pick<IdentityContext, 'db' | 'live' | 'now'>,
  { userId, sessionId, keepsCurrentSession }: OwnSession & { keepsCurrentSession: boolean },
): Promise<number | 'ended' | 'unassured'> {
  const { db, live, now } = context
  const at = now()
  const outcome = await db.transaction().execute(async (trx) => {
    const held = await lockOwnAccount(trx, { userId, sessionId }, at)
    if (held === undefined) return 'ended'
    if (!isAssured(held)) return 'unassured'
    const ended = await endSessionsAndTrust(trx, {
      userId,
      except: keepsCurrentSession ? sessionId : undefined,
      now: at,
    })
    await recordRequestEvent(trx, context, { userId, kind: 'sessions_ended', details: { ended } })
    return ended
  })
  if (typeof outcome === 'number') live.publish([userId], [SESSION_TOPIC])
  return outcome
}

/**
 * Ends sessions and trusted browsers, for a caller that holds the account's row lock. Publish SESSION_TOPIC after the
 * commit.
 */
export async function endSessionsAndTrust(
  trx: Pick<Transaction, 'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom'>,
  { userId, except, now }: { userId: string; except: string | undefined; now: Date },
): Promise<number> {
  await cancelPendingChanges(trx, { userId, now })
  // A trigger revokes the calendar address, which another session may have copied.
  await trx.updateTable('accounts').set({ ended_everywhere_at: now }).where('id', '=', userId).execute()
  // An app could still exchange these codes for a session.
  await trx.deleteFrom('auth_codes').where('user_id', '=', userId).execute()
  await forgetBrowsers(trx, userId, now)
  return endSessions(trx, { userId, except, now })
}

/**
 * Ends a session that is waiting for two-step verification, unless another tab has completed it. Returns whether it
 * ended.
 */
export async function cancelSignIn(context: IdentityContext): Promise<boolean> {
  const holder = await findHolder(context)
  if (holder === undefined || isAssured(holder)) return false
  const now = context.now()
  const isLeft = await context.db.transaction().execute(async (trx) => {
    const held = await lockOwnAccount(trx, holder, now)
    if (held === undefined || isAssured(held)) return false
    await endSession(trx, held.sessionId, now)
    return true
  })
  if (isLeft) context.live.publish([holder.userId], [SESSION_TOPIC])
  return isLeft
}
