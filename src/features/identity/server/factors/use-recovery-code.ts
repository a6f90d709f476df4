import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { recordRequestEvent } from '../security-log/record-event'
import { countFactorGuess, resetFactorGuesses } from './factor-guesses'
import { lockOwnAccount, type Holder } from '../sessions/lock-account'
import { stepUpSession, recordFactorVerification } from './upgrade-session'
import { countRecoveryCodes, listRecoveryCodeHashes } from './recovery-codes'

/**
 * Completes two-step verification with a recovery code instead of a lost factor. Each code works once, and the owner is
 * emailed.
 * @throws TOO_MANY_REQUESTS
 */
export async function useRecoveryCode(
  context: IdentityContext,
  holder: Holder,
  code: string,
): Promise<{ left: number } | 'wrong' | 'ended'> {
  const { db, live, secret } = context
  const { userId } = holder
  await countFactorGuess(context, userId)
  const now = context.now()
  const outcome = await db.transaction().execute(async (trx) => {
    const held = await lockOwnAccount(trx, holder, now)
    if (held === undefined) return 'ended'
    const used = await trx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('code_hash', 'in', listRecoveryCodeHashes(code, { secret, userId }))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (used === undefined) {
      const details = { methods: ['mfa/recovery_code'], reason: 'wrong_code' as const }
      await recordRequestEvent(trx, context, { userId, kind: 'sign_in_failed', details })
      return 'wrong'
    }
    await stepUpSession(trx, held, { method: 'mfa/recovery_code', now })
    await recordFactorVerification(trx, context, held, 'mfa/recovery_code')
    await notifyOfChange(trx, context, { userId, kind: 'recovery_code_used' })
    return countRecoveryCodes(trx, userId)
  })
  if (typeof outcome === 'string') return outcome
  await resetFactorGuesses(context, userId)
  live.publish([userId], [SESSION_TOPIC])
  return { left: outcome.left }
}
