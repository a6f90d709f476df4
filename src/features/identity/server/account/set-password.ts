import type { Transaction } from '~/database/connect'
import type { IdentityContext } from '../context'
import { spendTokens } from '../tokens/spend-tokens'
import { tellOfChange } from '../mail/tell-of-change'
import { endEverywhere } from './sign-out-everywhere'

/**
 * A new password, and nothing that was opened with the old one goes on: sessions but the one that is kept, browsers that are not
 * asked for the second factor, codes and links on their way, changes that a session of before could finish alone. The person is mailed. Publish SESSION_TOPIC after the commit.
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
  const ended = await endEverywhere(trx, { userId, except: keepSession, now })
  await spendTokens(trx, { userId, purposes: ['recover', 'sign_in', 'phone_sign_in', 'reauthenticate'], now })
  await tellOfChange(trx, context, { userId, what: 'password_changed', details: ended > 0 ? { ended } : {} })
}
