import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { type AmrMethod, addToAmr, addToRetiredAt } from '../sessions/sessions'
import { recordRequestEvent } from '../security-log/record-event'
import { recordSignIn, type SignInContext } from '../sessions/record-sign-in'
import { type Holder, isAssured, type OwnSession } from '../sessions/lock-account'

/**
 * Marks the session as two-factor, rotates its refresh token, and ends the account’s one-factor sessions. Returns
 * whether any ended. Publish SESSION_TOPIC after the commit.
 */
export async function stepUpSession(
  trx: Transaction,
  { userId, sessionId }: OwnSession,
  { method, now }: { method: AmrMethod; now: Date },
): Promise<boolean> {
  await trx
    .updateTable('sessions')
    .set({
      assurance: 'aal2',
      amr: addToAmr(method, now),
      refresh_counter: sql<number>`refresh_counter + 1`,
      retired_at: addToRetiredAt(now),
    })
    .where('id', '=', sessionId)
    .execute()
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .where('assurance', '=', 'aal1')
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length > 0
}

/** Records whether the two-step verification completed a sign-in or reauthenticated a signed-in person. */
export async function recordFactorVerification(
  trx: Transaction,
  context: SignInContext,
  held: Holder,
  method: AmrMethod,
): Promise<void> {
  const { userId, sessionId } = held
  if (!isAssured(held)) return recordSignIn(trx, context, { userId, sessionId })
  await recordRequestEvent(trx, context, {
    userId,
    kind: 'identity_verified',
    sessionId,
    details: { methods: [method] },
  })
}

/** Makes sessions one-factor again after the last factor was removed, except those started with a passkey. */
export async function downgradeSessions(trx: Transaction, userId: string): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ assurance: 'aal1' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`not amr @> '[{"method": "passkey"}]'`)
    .execute()
}
