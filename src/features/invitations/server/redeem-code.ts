import { recordAudit } from '~/database/audit'
import { SESSION_TOPIC } from '~/platform/live/live'
import { requireCaller } from '~/platform/rpc/context'
import { normalizeCode } from '../rules/invitation-code'
import type { InvitationsContext } from './context'
import { claimInvitation } from './claim-invitation'
import { refreshAfterUse } from './refresh-after-use'
import { refuse } from './refused-error'

/**
 * Makes the caller a member and uses up the code. If the caller already is one, the code stays valid.
 * @throws ALREADY_MEMBER, INVITATION_INVALID, INVITATION_EXPIRED, TOO_MANY_REQUESTS
 */
export async function redeemCode(
  context: Pick<
    InvitationsContext,
    'caller' | 'db' | 'invitationTallies' | 'limits' | 'live' | 'now' | 'requestId'
  >,
  input: { code: string },
): Promise<void> {
  const { db, limits, live, requestId } = context
  const { id: userId } = requireCaller(context)
  await limits.consume('redeem_person', userId, { points: 20, seconds: 600 })
  const code = normalizeCode(input.code)
  await db.transaction().execute(async (trx) => {
    // A concurrent attempt of the same person waits here, so that only one code is used up.
    await trx.selectFrom('profiles').select('id').where('id', '=', userId).forUpdate().execute()
    const already = await trx
      .selectFrom('user_roles')
      .select('role')
      .where('user_id', '=', userId)
      .where('role', '!=', 'customer')
      .executeTakeFirst()
    if (already) throw refuse('ALREADY_MEMBER')
    const taken = await claimInvitation(trx, { code, userId, now: context.now(), requestId })
    if (taken !== 'used') throw refuse(taken === 'expired' ? 'INVITATION_EXPIRED' : 'INVITATION_INVALID')
    await trx.insertInto('user_roles').values({ user_id: userId, role: 'user' }).execute()
    await recordAudit(trx, {
      actorId: userId,
      action: 'invitations.redeem',
      subject: { type: 'person', id: userId },
      details: { role: 'user', code },
      requestId,
    })
  })
  // Makes the new member’s open streams check permissions again.
  live.publish([userId], [SESSION_TOPIC])
  await refreshAfterUse(context, userId)
}
