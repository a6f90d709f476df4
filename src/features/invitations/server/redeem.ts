import { recordAudit } from '~/database/audit'
import { SESSION_TOPIC } from '~/platform/live/live'
import { signedIn } from '~/platform/rpc/context'
import { normaliseCode } from '../rules/invitation-code'
import type { InvitationsContext } from './context'
import { takeInvitation } from './take-invitation'
import { tellOfUse } from './tell-of-use'

type Refusal = 'member' | 'invalid' | 'expired'

// Thrown through the transaction, so that it rolls back.
class Refused extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/**
 * The caller becomes a member with a code, which nobody can use after them. `member`: they are one, and the code stays open.
 * @throws TOO_MANY_REQUESTS
 */
export async function redeem(
  context: Pick<
    InvitationsContext,
    'caller' | 'db' | 'invitationTallies' | 'limits' | 'live' | 'now' | 'requestId'
  >,
  input: { code: string },
): Promise<'redeemed' | Refusal> {
  const { db, limits, live, requestId } = context
  const { id: userId } = signedIn(context)
  await limits.consume('redeem_person', userId, { points: 20, seconds: 600 })
  const code = normaliseCode(input.code)
  try {
    await db.transaction().execute(async (trx) => {
      // The same person's other attempt waits here: nobody spends two codes on one membership.
      await trx.selectFrom('profiles').select('id').where('id', '=', userId).forUpdate().execute()
      const already = await trx
        .selectFrom('user_roles')
        .select('role')
        .where('user_id', '=', userId)
        .where('role', '!=', 'customer')
        .executeTakeFirst()
      if (already) throw new Refused('member')
      const outcome = await takeInvitation(trx, { code, userId, now: context.now(), requestId })
      if (outcome !== 'used') throw new Refused(outcome)
      await trx.insertInto('user_roles').values({ user_id: userId, role: 'user' }).execute()
      await recordAudit(trx, {
        actorId: userId,
        action: 'invitations.redeem',
        subject: { type: 'person', id: userId },
        details: { role: 'user', code },
        requestId,
      })
    })
  } catch (error) {
    if (error instanceof Refused) return error.reason
    throw error
  }
  // What they may hear has changed: their open streams are looked at again.
  live.publish([userId], [SESSION_TOPIC])
  await tellOfUse(context, userId)
  return 'redeemed'
}
