import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import type { IdentityContext } from '../context'
import { lockAssuredAccount, type OwnSession } from '../sessions/lock-account'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { formatLinkedIdentity } from './list-providers'
import { hasOtherSignInMethod } from './other-sign-in-method'

/** Unlinks an identity unless it is the last sign-in method. Sessions that it started stay. */
export async function unlinkIdentity(
  context: IdentityContext,
  { userId, sessionId, id }: OwnSession & { id: string },
): Promise<'unlinked' | 'unknown' | 'last' | 'ended'> {
  if (!isId(id)) return 'unknown'
  const outcome = await context.db.transaction().execute(async (trx) => {
    // Concurrent calls wait for this row lock, so that one sign-in method remains.
    if ((await lockAssuredAccount(trx, { userId, sessionId }, context.now())) === undefined) return 'ended'
    const identity = await trx
      .selectFrom('identities')
      .select(['provider', sql<string | null>`identity_data ->> 'email'`.as('email')])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (identity === undefined) return 'unknown'
    if (!(await hasOtherSignInMethod(trx, { userId, hasSms: context.sms.isOn, without: id }))) return 'last'
    await trx.deleteFrom('identities').where('id', '=', id).execute()
    const { provider, email } = identity
    const elsewhere = formatLinkedIdentity(context.config.auth, { provider, email: email ?? undefined })
    await notifyOfChange(trx, context, { userId, kind: 'identity_unlinked', elsewhere })
    return 'unlinked' as const
  })
  if (outcome === 'unlinked') context.live.publish([userId], ['identity'])
  return outcome
}
