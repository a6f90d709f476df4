import { implementCalls } from '~/platform/rpc/implement'
import { invitationsContract } from '../contract'
import { checkCode } from './check-code'
import type { InvitationsContext } from './context'
import { requestInvite } from './request-invite'

const calls = implementCalls<InvitationsContext>()(invitationsContract)

export const invitationsCalls = calls.router({
  requestInvite: calls.requestInvite.handler(async ({ context, input }) => {
    await requestInvite(context, input)
    return {}
  }),
  checkCode: calls.checkCode.handler(async ({ context, input }) => ({
    verdict: await checkCode(context, input),
  })),
})
