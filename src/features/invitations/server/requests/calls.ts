import { calls } from '../implementer'
import { approveRequest } from './approve-request'
import { declineRequest } from './decline-request'
import { listRequests } from './list-requests'
import { describeAnsweredRequest } from './lock-request'

export const requestCalls = {
  list: calls.requests.list.handler(({ context, input }) => listRequests(context, input)),
  count: calls.requests.count.handler(({ context }) => context.invitationTallies.requests()),
  approve: calls.requests.approve.handler(async ({ context, input, errors }) => {
    const outcome = await approveRequest(context, input)
    if ('code' in outcome) return outcome
    if (outcome.refused === 'member') throw errors.ALREADY_MEMBER()
    if (outcome.refused === 'answered')
      throw errors.ANSWERED(describeAnsweredRequest(outcome.answered, context.now()))
    throw errors.NOT_FOUND()
  }),
  decline: calls.requests.decline.handler(async ({ context, input, errors }) => {
    const outcome = await declineRequest(context, input)
    if (outcome === 'done') return {}
    if (outcome.refused === 'answered')
      throw errors.ANSWERED(describeAnsweredRequest(outcome.answered, context.now()))
    throw errors.NOT_FOUND()
  }),
}
