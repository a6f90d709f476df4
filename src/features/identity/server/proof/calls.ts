import { signedIn } from '~/platform/rpc/context'
import { proveByNonce } from './prove-by-nonce'
import { checkPassword } from './confirm-password'
import { calls } from '../implementer'
import { hasSecondFactor, noteProof } from './fresh-proof'

export const proofCalls = {
  give: calls.proof.give.handler(async ({ context, input, errors }) => {
    const { id: userId, sessionId } = signedIn(context)
    const now = context.now()
    if ('code' in input) {
      if (await hasSecondFactor(context.db, userId)) throw errors.FACTOR_NEEDED()
      if (!(await proveByNonce(context, { userId, nonce: input.code }))) throw errors.CODE_WRONG()
      await noteProof(context.db, { sessionId, method: 'otp', now })
      return {}
    }
    // No code instead of it: what is noted below stands beside a second factor.
    const outcome = await checkPassword(context, { userId, password: input.password })
    if (outcome === 'busy') throw errors.BUSY()
    if (outcome === 'wrong') throw errors.WRONG_PASSWORD()
    await noteProof(context.db, { sessionId, method: 'password', now })
    return {}
  }),
}
