import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import { DEFAULT_DAYS } from '../../rules/allowance'
import { type AccountKind, findAccountKinds } from '../account-kinds'
import type { InvitationsContext } from '../context'
import { emailCodeJob } from '../jobs'
import { createCodes } from '../create-codes'
import { refuse } from '../refused-error'
import { refreshInvitationScreens } from '../refresh-screens'
import { isAnsweredBy, lockRequest, refuseAnswered } from './lock-request'

type Approved = { code: string; account: Exclude<AccountKind, 'member'> }

const DAY = 86_400_000

/**
 * Approves an invite request: generates a code from the caller and emails it. If two admins answer, the first wins.
 * Repeating one’s own approval returns the existing code. Members need no code and get none.
 * @throws NOT_FOUND, ANSWERED, ALREADY_MEMBER
 */
export async function approveRequest(context: InvitationsContext, { id }: { id: string }): Promise<Approved> {
  const { id: callerId } = requireCaller(context)
  const now = context.now()
  const { isRepeat, ...approved } = await context.db
    .transaction()
    .execute(async (trx): Promise<Approved & { isRepeat: boolean }> => {
      const request = await lockRequest(trx, id)
      const kind = (await findAccountKinds(trx, [request.email])).get(request.email) ?? 'none'
      const account = kind === 'member' ? 'customer' : kind
      if (isAnsweredBy(request, callerId, 'approved') && request.code !== null)
        return { code: request.code, account, isRepeat: true }
      if (request.status !== 'pending') throw refuseAnswered(request, now)
      if (kind === 'member') throw refuse('ALREADY_MEMBER')
      const { code, id: invitationId } = await createCodeForRequest(trx, request, { callerId, now })
      await trx
        .updateTable('invite_requests')
        .set({ status: 'approved', invitation_id: invitationId, answered_by: callerId, answered_at: now })
        .where('id', '=', id)
        .execute()
      await context.jobs.enqueue(trx, emailCodeJob, { invitationId, to: request.email })
      await recordAudit(trx, {
        actorId: callerId,
        action: 'invitations.approve',
        subject: { type: 'invite_request', id },
        details: { code },
        requestId: context.requestId,
      })
      return { code, account, isRepeat: false }
    })
  if (!isRepeat) await refreshInvitationScreens(context, [])
  return approved
}

async function createCodeForRequest(
  trx: Transaction,
  request: { full_name: string; email: string },
  { callerId, now }: { callerId: string; now: Date },
) {
  const [made] = await createCodes(trx, {
    createdBy: callerId,
    note: `Requested by ${request.full_name}`,
    createdAt: now,
    expiresAt: new Date(now.getTime() + DEFAULT_DAYS * DAY),
    sentTo: [request.email],
  })
  if (!made) throw new Error('no code was made')
  return made
}
