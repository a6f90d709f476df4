import { checkCode } from './check-code'
import { codeCalls } from './codes/calls'
import { calls } from './implementer'
import { mineCalls } from './mine/calls'
import { redeem } from './redeem'
import { requestInvite } from './request-invite'
import { requestCalls } from './requests/calls'
import { treeCalls } from './tree/calls'

export const invitationsCalls = calls.router({
  codes: codeCalls,
  requests: requestCalls,
  tree: treeCalls,
  mine: mineCalls,
  redeem: calls.redeem.handler(async ({ context, input, errors }) => {
    const outcome = await redeem(context, input)
    if (outcome === 'member') throw errors.ALREADY_MEMBER()
    if (outcome === 'invalid') throw errors.INVITATION_INVALID()
    if (outcome === 'expired') throw errors.INVITATION_EXPIRED()
    return {}
  }),
  requestInvite: calls.requestInvite.handler(async ({ context, input }) => {
    await requestInvite(context, input)
    return {}
  }),
  checkCode: calls.checkCode.handler(async ({ context, input }) => ({
    verdict: await checkCode(context, input),
  })),
})
