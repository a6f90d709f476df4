import { isId } from '~/lib/ids'
import { recordAudit } from '~/database/audit'
import { requireCaller } from '~/platform/rpc/context'
import { getClosedCode, refuseClosed } from './closed-code'
import type { InvitationsContext } from './context'
import { refuse } from './refused-error'
import { refreshInvitationScreens } from './refresh-screens'

/**
 * Revokes an open code; with `ownerId`, only a code of that member. Refuses codes that are used, expired or revoked by
 * another person; repeating one’s own revocation succeeds without effect.
 */
export async function revokeCode(
  context: InvitationsContext,
  { id, ownerId }: { id: string; ownerId?: string },
): Promise<void> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const { id: callerId } = requireCaller(context)
  const now = context.now()
  const revokedCode = await context.db.transaction().execute(async (trx) => {
    // The check is in the UPDATE: after waiting for a concurrent sign-up, it sees the code as used.
    const revoked = await trx
      .updateTable('invitations')
      .set({ status: 'revoked', revoked_by: callerId, revoked_at: now })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .$if(ownerId !== undefined, (query) => query.where('created_by', '=', ownerId ?? null))
      .returning(['code', 'created_by'])
      .executeTakeFirst()
    if (!revoked) {
      const closed = await getClosedCode(trx, { id, ownerId, now })
      if (closed.revokedBy === callerId) return undefined
      throw refuseClosed(closed, now)
    }
    await recordAudit(trx, {
      actorId: callerId,
      action: 'invitations.revoke',
      subject: { type: 'invitation', id },
      details: { code: revoked.code, from: 'pending', to: 'revoked' },
      requestId: context.requestId,
    })
    return revoked
  })
  if (revokedCode) await refreshInvitationScreens(context, [revokedCode.created_by])
}
