import { recordAudit } from '~/database/audit'
import {
  endSessionsAndTrust,
  endSession,
  cancelPendingChanges,
  recordEvent,
} from '~/features/identity/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { type AccountContext, changeAccount } from './change-account'
import { formatBrowser } from '~/lib/format-browser'

/** Ends one session of an account; ended sessions and those of other accounts are ignored. */
export async function endUserSession(
  context: AccountContext,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  const now = context.now()
  await changeAccount(context, id, async (trx, account, actorId) => {
    const open = isId(sessionId)
      ? await trx
          .selectFrom('sessions')
          .select('user_agent')
          .where('id', '=', sessionId)
          .where('user_id', '=', account.id)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
      : undefined
    if (!open) return {}
    await endSession(trx, sessionId, now)
    // The session may belong to an attacker, so changes of the email or phone number that it could have started are
    // canceled too.
    await cancelPendingChanges(trx, { userId: account.id, now })
    const device = formatBrowser(open.user_agent)
    await recordEvent(trx, {
      userId: account.id,
      actorId,
      kind: 'session_ended',
      at: now,
      sessionId,
      details: { device },
    })
    await recordAudit(trx, {
      actorId,
      action: 'users.end_session',
      subject: { type: 'person', id: account.id },
      details: { browser: device },
      requestId: context.requestId,
    })
    return { hasLostAccess: true }
  })
}

/** Ends all sessions of an account. For the caller’s own account, keeps the current session. */
export async function endAllSessions(context: AccountContext, id: string): Promise<void> {
  const now = context.now()
  const { id: callerId, sessionId } = requireCaller(context)
  const except = id === callerId ? sessionId : undefined
  await changeAccount(context, id, async (trx, account, actorId) => {
    const count = await endSessionsAndTrust(trx, { userId: account.id, except, now })
    if (count === 0) return {}
    const details = { ended: count }
    await recordEvent(trx, { userId: account.id, actorId, kind: 'sessions_ended', at: now, details })
    await recordAudit(trx, {
      actorId,
      action: 'users.end_session',
      subject: { type: 'person', id: account.id },
      details: { count },
      requestId: context.requestId,
    })
    return { hasLostAccess: true }
  })
}
