import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { DEFAULT_DAYS } from '../../rules/allowance'
import { type AccountKind, findAccountKinds } from '../account-kinds'
import type { InvitationsContext } from '../context'
import { emailCodeJob } from '../jobs'
import { createCodes } from '../create-codes'
import { notifyWatchers } from '../watchers'
import { type AnswerError, isAnsweredBy, lockRequest, toAnswered } from './lock-request'

type Approved = { code: string; account: Exclude<AccountKind, 'member'> }

const DAY = 86_400_000

/**
 * Approves an invite request: generates a code from the caller and emails it. If two admins answer, the first wins.
 * Repeating one’s own approval returns the existing code. Members need no code and get none.
 */
export async function approveRequest(
  context: InvitationsContext,
  { id }: { id: string },
): Promise<Approved | AnswerError | { refused: 'member' }> {
  if (!isId(id)) return { refused: 'not_found' }
  const { id: callerId } = signedIn(context)
  const now = context.now()
  type Outcome = (Approved & { isRepeat: boolean }) | AnswerError | { refused: 'member' }
  const outcome = await context.db.transaction().execute(async (trx): Promise<Outcome> => {
    const request = await lockRequest(trx, id)
    if (!request) return { refused: 'not_found' }
    const kind = (await findAccountKinds(trx, [request.email])).get(request.email) ?? 'none'
    const account = kind === 'member' ? 'customer' : kind
    if (isAnsweredBy(request, callerId, 'approved') && request.code !== null)
      return { code: request.code, account, isRepeat: true }
    if (request.status !== 'pending') return { refused: 'answered', answered: toAnswered(request) }
    if (kind === 'member') return { refused: 'member' }
    const { code, id: invitationId } = await createCodeFor(trx, request, { callerId, now })
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
  if ('refused' in outcome) return outcome
  const { isRepeat, ...approved } = outcome
  if (!isRepeat) await notifyWatchers(context, [])
  return approved
}

async function createCodeFor(
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
