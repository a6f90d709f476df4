import type { Transaction } from '~/database/connect'
import type { IdentityContext } from '../context'
import { invalidateTokens } from '../tokens/one-time-tokens'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { endSessionsAndTrust } from '../sessions/sign-out'

/**
 * Sets a password and revokes everything that the old one gave access to: other sessions, trusted browsers, open codes
 * and links, and pending changes that a session alone could complete. Notifies the person. Publish SESSION_TOPIC after
 * the commit.
 */
export async function setPassword(
  trx: Transaction,
  context: Pick<IdentityContext, 'jobs' | 'now' | 'ip' | 'requestHeaders' | 'config'>,
  {
    userId,
    passwordHash,
    keepSession,
  }: { userId: string; passwordHash: string; keepSession?: string | undefined },
): Promise<void> {
  const now = context.now()
  await trx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, password_changed_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute()
  const ended = await endSessionsAndTrust(trx, { userId, except: keepSession, now })
  await invalidateTokens(trx, {
    userId,
    purposes: ['recover', 'sign_in', 'phone_sign_in', 'reauthenticate'],
    now,
  })
  await notifyOfChange(trx, context, {
    userId,
    kind: 'password_changed',
    details: ended > 0 ? { ended } : {},
  })
}
