import { recordAudit } from '~/database/audit'
import { type Refuse, refusableTransaction } from '~/database/refusable-transaction'
import { SESSION_TOPIC } from '~/platform/live/live'
import { signedIn } from '~/platform/rpc/context'
import { normalizeCode } from '../rules/invitation-code'
import type { InvitationsContext } from './context'
import { claimInvitation } from './claim-invitation'
import { notifyOfUse } from './notify-of-use'

type RedeemError = 'member' | 'invalid' | 'expired'

/**
 * Makes the caller a member and uses up the code. Returns `member` if the caller already is one; the code stays valid.
 * @throws TOO_MANY_REQUESTS
 */
export async function redeem(
  context: Pick<
    InvitationsContext,
    'caller' | 'db' | 'invitationTallies' | 'limits' | 'live' | 'now' | 'requestId'
  >,
  input: { code: string },
): Promise<'redeemed' | RedeemError> {
  const { db, limits, live, requestId } = context
  const { id: userId } = signedIn(context)
  await limits.consume('redeem_person', userId, { points: 20, seconds: 600 })
  const code = normalizeCode(input.code)
  const outcome = await refusableTransaction(db, async (trx, refuse: Refuse<RedeemError>) => {
    // A concurrent attempt of the same person waits here: one membership uses one code.
    await trx.selectFrom('profiles').select('id').where('id', '=', userId).forUpdate().execute()
    const already = await trx
      .selectFrom('user_roles')
      .select('role')
      .where('user_id', '=', userId)
      .where('role', '!=', 'customer')
      .executeTakeFirst()
    if (already) return refuse('member')
    const taken = await claimInvitation(trx, { code, userId, now: context.now(), requestId })
    if (taken !== 'used') return refuse(taken)
    await trx.insertInto('user_roles').values({ user_id: userId, role: 'user' }).execute()
    await recordAudit(trx, {
      actorId: userId,
      action: 'invitations.redeem',
      subject: { type: 'person', id: userId },
      details: { role: 'user', code },
      requestId,
    })
    return undefined
  })
  if (outcome !== undefined) return outcome
  // Makes their open streams check permissions again.
  live.publish([userId], [SESSION_TOPIC])
  await notifyOfUse(context, userId)
  return 'redeemed'
}
