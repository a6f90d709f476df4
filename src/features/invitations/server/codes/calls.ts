import { calls } from '../call-implementer'
import { revokeCode } from '../revoke-code'
import { sendCode } from '../send-code'
import { generateCodes } from './generate-codes'
import { listCodes } from './list-codes'

export const codeCalls = {
  list: calls.codes.list.handler(({ context, input }) => listCodes(context, input)),
  counts: calls.codes.counts.handler(({ context }) => context.invitationTallies.codes()),
  generate: calls.codes.generate.handler(({ context, input }) => generateCodes(context, input)),
  revoke: calls.codes.revoke.handler(async ({ context, input }) => {
    await revokeCode(context, input)
    return {}
  }),
  send: calls.codes.send.handler(({ context, input }) => sendCode(context, input)),
}
