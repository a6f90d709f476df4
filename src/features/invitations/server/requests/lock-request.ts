import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { formatAnsweredRequest, type Closed } from '../../rules/describe-closed-code'
import { refuse } from '../refused-error'

type Answered = Closed<'approved' | 'declined'>
type LockedRequest = Awaited<ReturnType<typeof lockRequest>>

/**
 * Locks the request, so that a second admin waits and then sees the first answer.
 * @throws NOT_FOUND
 */
export async function lockRequest(trx: Transaction, id: string) {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const request = await trx
    .selectFrom('invite_requests')
    .select(['full_name', 'email', 'status', 'answered_at', 'answered_by', 'invitation_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw refuse('NOT_FOUND')
  if (request.status === 'pending') return { ...request, admin_name: null, code: null }
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

/** Returns the error that says who answered the request, and when. */
export function refuseAnswered({ status, admin_name, answered_at }: LockedRequest, now: Date): Error {
  const answered: Answered = {
    status: status === 'approved' ? 'approved' : 'declined',
    by: admin_name,
    at: answered_at,
  }
  return refuse('ANSWERED', {
    message: formatAnsweredRequest(answered, now),
    data: { status: answered.status, by: answered.by, at: answered.at?.toISOString() ?? null },
  })
}
