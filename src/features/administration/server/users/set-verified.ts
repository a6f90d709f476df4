import { recordAudit } from '~/database/audit'
import { notify, settleNotices } from '~/features/notifications/server/public'
import { type AccountContext, type Changed, changeAccount } from './change-account'

/** AD-07. What is so already stays so, and nothing is written down. */
export async function setVerified(
  context: AccountContext,
  { id, isVerified }: { id: string; isVerified: boolean },
): Promise<'done' | 'not_found'> {
  return changeAccount(context, id, async (trx, account, actorId): Promise<Changed<'done'>> => {
    if (account.isVerified === isVerified) return { outcome: 'done' }
    // updated_at stays: a form of the profile that is open may still be saved.
    await trx.updateTable('profiles').set({ is_verified: isVerified }).where('id', '=', account.id).execute()
    await settleNotices(trx, { subjectId: account.id, kinds: ['verified'] })
    if (isVerified)
      await notify(trx, context.jobs, [
        { userId: account.id, kind: 'verified', actorId: null, subjectId: account.id },
      ])
    await recordAudit(trx, {
      actorId,
      action: isVerified ? 'users.verify' : 'users.unverify',
      subject: { type: 'person', id: account.id },
      requestId: context.requestId,
    })
    return { outcome: 'done', topics: ['members', 'notifications'] }
  })
}
