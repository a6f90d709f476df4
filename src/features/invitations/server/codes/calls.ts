import { describeClosedCode } from '../closed-code'
import { calls } from '../implementer'
import { revokeCode } from '../revoke-code'
import { sendCode } from '../send-code'
import { generateCodes } from './generate-codes'
import { listCodes } from './list-codes'

export const codeCalls = {
  list: calls.codes.list.handler(({ context, input }) => listCodes(context, input)),
  counts: calls.codes.counts.handler(({ context }) => context.invitationTallies.codes()),
  generate: calls.codes.generate.handler(async ({ context, input, errors }) => {
    const outcome = await generateCodes(context, input)
    if (outcome === 'all_members') throw errors.ALREADY_MEMBER()
    return outcome
  }),
  revoke: calls.codes.revoke.handler(async ({ context, input, errors }) => {
    const outcome = await revokeCode(context, input)
    if (outcome === 'done') return {}
    if (outcome.refused === 'not_found') throw errors.NOT_FOUND()
    throw errors.NOT_PENDING(describeClosedCode(outcome.closed, context.now()))
  }),
  send: calls.codes.send.handler(async ({ context, input, errors }) => {
    const outcome = await sendCode(context, input)
    if ('account' in outcome) return outcome
    if (outcome.refused === 'member') throw errors.ALREADY_MEMBER()
    if (outcome.refused === 'closed')
      throw errors.NOT_PENDING(describeClosedCode(outcome.closed, context.now()))
    throw errors.NOT_FOUND()
  }),
}
