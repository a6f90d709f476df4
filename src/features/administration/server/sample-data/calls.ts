import { confirmPassword } from '~/features/identity/server/public'
import { signedIn } from '~/platform/rpc/context'
import { calls } from '../implementer'
import { countSample } from './count-sample'
import { removeSample } from './remove-sample'

const { counts, remove } = calls.sample

export const sampleCalls = {
  counts: counts.handler(({ context }) => countSample(context.db)),
  remove: remove.handler(async ({ context, input, errors }) => {
    if (input.password === '') throw errors.PASSWORD_MISSING()
    const answer = await confirmPassword(context, {
      userId: signedIn(context).id,
      password: input.password,
    })
    if (answer === 'wrong') throw errors.WRONG_PASSWORD()
    if (answer === 'busy') throw errors.BUSY()
    return removeSample(context)
  }),
}
