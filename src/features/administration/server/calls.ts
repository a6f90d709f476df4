import { attentionCalls } from './attention/calls'
import { getOverview } from './get-overview'
import { calls } from './implementer'
import { userCalls } from './users/calls'

export const administrationCalls = calls.router({
  overview: calls.overview.handler(({ context }) => getOverview(context.db, context.now())),
  attention: attentionCalls,
  users: userCalls,
})
