import { recordAudit } from '~/database/audit'
import { requireCaller } from '~/platform/rpc/context'
import type { InvitationsContext } from '../context'
import { emailDeclineJob } from '../jobs'
import { refreshInvitationScreens } from '../refresh-screens'
import { isAnsweredBy, lockRequest, refuseAnswered } from './lock-request'

/**
 * Declines an invite request; sends an email only if there is a message. If two admins answer, the first wins.
 * @throws NOT_FOUND, ANSWERED
 */
export async function declineRequest(
  context: InvitationsContext,
  { id, message = '' }: { id: string; message?: string | undefined },
): Promise<void> {
  const { id: callerId } = requireCaller(context)
  const now = context.now()
  const isNew = await context.db.transaction().execute(async (trx) => {
    const request = await lockRequest(trx, id)
    if (isAnsweredBy(request, callerId, 'declined')) return false
    if (request.status !== 'pending') throw refuseAnswered(request, now)
    await trx
      .updateTable('invite_requests')
      .set({
        status: 'declined',
        answered_by: callerId,
        answered_at: now,
        answer_message: message || null,
      })
      .where('id', '=', id)
      .execute()
    if (message !== '') await context.jobs.enqueue(trx, emailDeclineJob, { requestId: id })
    await recordAudit(trx, {
      actorId: callerId,
      action: 'invitations.decline',
      subject: { type: 'invite_request', id },
      details: { isEmailed: message !== '' },
      requestId: context.requestId,
    })
    return true
  })
  if (isNew) await refreshInvitationScreens(context, [])
}
