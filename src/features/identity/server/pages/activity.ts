import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { createSessionError } from './require-session-holder'
import { calls } from './call-implementer'
import { countEvents, listEvents, recordView } from '../security-log/list-events'
import { confirmActivity, denyActivity, listOwnActivity } from '../security-log/own-activity'

export const activityCalls = {
  list: calls.activity.list.handler(({ context, input }) =>
    listOwnActivity(context, { ...input, userId: requireCaller(context).id }),
  ),

  confirm: calls.activity.confirm.handler(async ({ context, input, errors }) => {
    const userId = requireCaller(context).id
    const outcome = isId(input.id) ? await confirmActivity(context, { userId, id: input.id }) : 'not_found'
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    return {}
  }),

  deny: calls.activity.deny.handler(async ({ context, input, errors }) => {
    const { id: userId, sessionId } = requireCaller(context)
    const outcome = isId(input.id)
      ? await denyActivity(context, { userId, sessionId, id: input.id })
      : 'not_found'
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'ended') throw createSessionError(outcome)
    return {}
  }),
}

export const securityEventCalls = {
  list: calls.securityEvents.list.handler(async ({ context, input }) => {
    if (input.personId !== undefined && isId(input.personId)) await recordView(context, input.personId)
    return listEvents(context, input)
  }),

  counts: calls.securityEvents.counts.handler(async ({ context }) => ({
    days: context.config.security?.logDays ?? 400,
    requiresStaffTwoStep: context.config.security?.requiresStaffTwoStep ?? false,
    ...(await countEvents(context)),
  })),
}
