import { requireCaller } from '~/platform/rpc/context'
import { requireCaptcha } from '../limits/check-captcha'
import { createSessionResponse } from './session-response'
import { toSuspendedError } from '../sessions/suspension'
import { requireSessionHolder, createSessionError } from './require-session-holder'
import { calls } from './call-implementer'
import { requireReauthentication } from '../sessions/reauthentication'
import { addPasskey, startAddingPasskey } from '../passkeys/add-passkey'
import { listPasskeys, removePasskey, renamePasskey } from '../passkeys/own-passkeys'
import { signInWithPasskey, startPasskeySignIn } from '../passkeys/sign-in-with-passkey'

export const passkeyCalls = {
  list: calls.passkeys.list.handler(async ({ context }) => ({
    passkeys: await listPasskeys(context.db, requireCaller(context).id),
  })),

  startAdding: calls.passkeys.startAdding.handler(async ({ context, errors }) => {
    await requireReauthentication(context)
    const outcome = await startAddingPasskey(context, await requireSessionHolder(context))
    if (outcome === 'too_many') throw errors.TOO_MANY()
    if (typeof outcome === 'string') throw createSessionError(outcome)
    return { challengeId: outcome.challengeId, options: { ...outcome.options } }
  }),

  add: calls.passkeys.add.handler(async ({ context, input, errors }) => {
    const { challengeId, registration: response, name } = input
    const outcome = await addPasskey(context, await requireSessionHolder(context), {
      challengeId,
      response,
      name,
    })
    if (outcome === 'over') throw errors.CHALLENGE_EXPIRED()
    if (outcome === 'wrong') throw errors.WRONG_KEY()
    if (outcome === 'exists') throw errors.PASSKEY_EXISTS()
    if (outcome === 'too_many') throw errors.TOO_MANY()
    if (typeof outcome === 'string') throw createSessionError(outcome)
    return outcome
  }),

  rename: calls.passkeys.rename.handler(async ({ context, input, errors }) => {
    const { id: passkeyId, name } = input
    const outcome = await renamePasskey(context, await requireSessionHolder(context), { passkeyId, name })
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (typeof outcome === 'string') throw createSessionError(outcome)
    return {}
  }),

  remove: calls.passkeys.remove.handler(async ({ context, input, errors }) => {
    await requireReauthentication(context)
    const outcome = await removePasskey(context, await requireSessionHolder(context), input.id)
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome !== 'removed') throw createSessionError(outcome)
    return {}
  }),

  startSignIn: calls.passkeys.startSignIn.handler(async ({ context, input }) => {
    await requireCaptcha(context, input.captcha)
    const { challengeId, options } = await startPasskeySignIn(context)
    return { challengeId, options: { ...options } }
  }),

  signIn: calls.passkeys.signIn.handler(async ({ context, input, errors }) => {
    const { challengeId, authentication: response, next } = input
    const outcome = await signInWithPasskey(context, { challengeId, response })
    if (outcome === 'over') throw errors.CHALLENGE_EXPIRED()
    if (outcome === 'unknown') throw errors.PASSKEY_UNKNOWN()
    if (outcome === 'wrong') throw errors.WRONG_KEY()
    if ('suspendedUntil' in outcome) throw errors.ACCOUNT_SUSPENDED(await toSuspendedError(context, outcome))
    return createSessionResponse(context, outcome.sessionId, next)
  }),
}
