import type { Transaction } from '~/database/connect'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { holdAccount, isAssured, type OwnSession } from '../factors/holder'
import { endSessions } from '../sessions/sessions'
import { forgetBrowsers } from '../sessions/trusted-browser'
import { recordRequest, type RequestOrigin } from '../security-log/record-event'
import { giveUpChanges } from '../accounts/give-up-changes'

/**
 * Everywhere, or everywhere but here; every browser is asked for the second factor again, and what another session began alone is given up.
 * The account is held first: what is being changed at that moment comes before this and is given up, or after it and finds its session
 * ended. Answers how many sessions ended; 'ended' when the one that asks did meanwhile, 'unassured' when it has not shown the second factor.
 */
export async function signOutEverywhere(
  context: RequestOrigin & Pick<IdentityContext, 'db' | 'live' | 'now'>,
  { userId, sessionId, isHereKept }: OwnSession & { isHereKept: boolean },
): Promise<number | 'ended' | 'unassured'> {
  const { db, live, now } = context
  const at = now()
  const outcome = await db.transaction().execute(async (trx) => {
    const held = await holdAccount(trx, { userId, sessionId }, at)
    if (held === undefined) return 'ended'
    if (!isAssured(held)) return 'unassured'
    const ended = await endEverywhere(trx, { userId, except: isHereKept ? sessionId : undefined, now: at })
    await recordRequest(trx, context, { userId, kind: 'sessions_ended', details: { ended } })
    return ended
  })
  if (typeof outcome === 'number') live.publish([userId], [SESSION_TOPIC])
  return outcome
}

/** The same for whoever holds the account. Publish SESSION_TOPIC after the commit. */
export async function endEverywhere(
  trx: Pick<Transaction, 'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom'>,
  { userId, except, now }: { userId: string; except: string | undefined; now: Date },
): Promise<number> {
  await giveUpChanges(trx, { userId, now })
  // A trigger ends the address of their calendar, which another session may have been handed.
  await trx.updateTable('accounts').set({ ended_everywhere_at: now }).where('id', '=', userId).execute()
  // What an app was about to trade for a session of its own.
  await trx.deleteFrom('auth_codes').where('user_id', '=', userId).execute()
  await forgetBrowsers(trx, userId, now)
  return endSessions(trx, { userId, except, now })
}
