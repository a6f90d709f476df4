import { signedIn } from '~/platform/rpc/context'
import { calls } from '../implementer'
import { giveProof } from './give-proof'

export const proofCalls = {
  give: calls.proof.give.handler(async ({ context, input, errors }) => {
    const { id: userId, sessionId } = signedIn(context)
    const outcome = await giveProof(context, { userId, sessionId }, input)
    if (outcome === 'factor_needed') throw errors.FACTOR_NEEDED()
    if (outcome === 'busy') throw errors.BUSY()
    if (outcome === 'wrong') throw 'code' in input ? errors.CODE_WRONG() : errors.WRONG_PASSWORD()
    return {}
  }),
}
