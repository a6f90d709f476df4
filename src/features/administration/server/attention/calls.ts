import { calls } from '../implementer'
import { tellAdmins } from '../tell-admins'
import { getAttention } from './get-attention'
import { getTrends } from './get-trends'
import { listFailures } from './list-failures'
import { retryMail, retryRefund } from './retry'

const attention = calls.attention

export const attentionCalls = {
  get: attention.get.handler(({ context }) => getAttention(context)),
  trends: attention.trends.handler(({ context, input }) =>
    getTrends(context.db, { ...input, now: context.now() }),
  ),
  failures: attention.failures.handler(({ context }) => listFailures(context)),
  retryMail: attention.retryMail.handler(async ({ context, input, errors }) => {
    if (!(await retryMail(context, input.id))) throw errors.GONE_AHEAD()
    await tellAdmins(context)
    return {}
  }),
  retryRefund: attention.retryRefund.handler(async ({ context, input, errors }) => {
    if (!(await retryRefund(context, input.id))) throw errors.GONE_AHEAD()
    await tellAdmins(context)
    return {}
  }),
}
