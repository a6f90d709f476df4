import type { Transaction } from '~/database/connect'
import { formatAnsweredRequest, type Closed } from '../../rules/describe-closed-code'

export type Answered = Closed<'approved' | 'declined'>
/** The request does not exist, or has already been answered. */
export type AnswerError = { refused: 'not_found' } | { refused: 'answered'; answered: Answered }

type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>

/** Locks the request, so that a second admin waits and then sees the first answer. */
export async function lockRequest(trx: Transaction, id: string) {
  const request = await trx
    .selectFrom('invite_requests')
    .select(['full_name', 'email', 'status', 'answered_at', 'answered_by', 'invitation_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!request || request.status === 'pending') return request && { ...request, admin_name: null, code: null }
  const details = await trx
    .selectFrom('invite_requests as r')
    .leftJoin('profiles as p', 'p.id', 'r.answered_by')
    .leftJoin('invitations as i', 'i.id', 'r.invitation_id')
    .select(['p.full_name as admin_name', 'i.code'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  return { ...request, admin_name: details?.admin_name ?? null, code: details?.code ?? null }
}

export function isAnsweredBy(request: LockedRequest, callerId: string, status: Answered['status']): boolean {
  return request.status === status && request.answered_by === callerId
}

export function toAnswered(request: LockedRequest): Answered {
  return {
    status: request.status === 'approved' ? 'approved' : 'declined',
    by: request.admin_name,
    at: request.answered_at,
  }
}

/** Returns the message and data of the error ANSWERED. */
export function describeAnsweredRequest(answered: Answered, now: Date) {
  return {
    message: formatAnsweredRequest(answered, now),
    data: { status: answered.status, by: answered.by, at: answered.at?.toISOString() ?? null },
  }
}
