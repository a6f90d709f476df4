import { recordAudit } from '~/database/audit'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { InvitationsContext } from '../context'
import { emailDeclineJob } from '../jobs'
import { notifyWatchers } from '../watchers'
import { type AnswerError, isAnsweredBy, lockRequest, toAnswered } from './lock-request'

/** Declines an invite request; sends an email only if there is a message. If two admins answer, the first wins. */
export async function declineRequest(
  context: InvitationsContext,
  { id, message = '' }: { id: string; message?: string | undefined },
): Promise<'done' | AnswerError> {
  if (!isId(id)) return { refused: 'not_found' }
  const { id: callerId } = signedIn(context)
  const outcome = await context.db.transaction().execute(async (trx) => {
    const request = await lockRequest(trx, id)
    if (!request) return { refused: 'not_found' as const }
    if (isAnsweredBy(request, callerId, 'declined')) return 'repeat'
    if (request.status !== 'pending') return { refused: 'answered' as const, answered: toAnswered(request) }
    await trx
      .updateTable('invite_requests')
      .set({
        status: 'declined',
        answered_by: callerId,
        answered_at: context.now(),
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
    return 'done'
  })
  if (typeof outcome !== 'string') return outcome
  if (outcome === 'done') await notifyWatchers(context, [])
  return 'done'
}
