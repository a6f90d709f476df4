import { calls } from '../call-implementer'
import { approveRequest } from './approve-request'
import { declineRequest } from './decline-request'
import { listRequests } from './list-requests'

export const requestCalls = {
  list: calls.requests.list.handler(({ context, input }) => listRequests(context, input)),
  count: calls.requests.count.handler(({ context }) => context.invitationTallies.requests()),
  approve: calls.requests.approve.handler(({ context, input }) => approveRequest(context, input)),
  decline: calls.requests.decline.handler(async ({ context, input }) => {
    await declineRequest(context, input)
    return {}
  }),
}
