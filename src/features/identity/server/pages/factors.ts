import { requireCaller } from '~/platform/rpc/context'
import type { IdentityContext } from '../context'
import { isSecureSite } from '../sessions/cookies'
import { createSessionResponse } from './session-response'
import { calls } from './call-implementer'
import { requireSessionHolder, createSessionError } from './require-session-holder'
import { requireReauthentication } from '../sessions/reauthentication'
import { createFactorChallenge } from '../factors/challenge-factor'
import { removeFactor, renameFactor } from '../factors/change-factor'
import { enrollFactor } from '../factors/enroll-factor'
import { findPendingVerification, listFactors } from '../factors/list-factors'
import { countRecoveryCodes, renewRecoveryCodes } from '../factors/recovery-codes'
import { forgetBrowsers, formatTrustCookie } from '../sessions/trusted-browser'
import { useRecoveryCode } from '../factors/use-recovery-code'
import { verifyFactor } from '../factors/verify-factor'

type Adding = Record<
  'TOO_MANY' | 'NAME_TAKEN' | 'PHONE_IS_FACTOR' | 'NO_TEXT_MESSAGES',
  (() => Error) | undefined
>

async function enrollFactorOrThrow(
  context: IdentityContext,
  errors: Partial<Adding>,
  wanted: Parameters<typeof enrollFactor>[2],
) {
  await requireReauthentication(context)
  const outcome = await enrollFactor(context, await requireSessionHolder(context), wanted, {
    replacesOldest: true,
  })
  if (typeof outcome !== 'string') return outcome
  if (outcome === 'ended' || outcome === 'unassured' || outcome === 'unverified')
    throw createSessionError(outcome)
  const name = (
    {
      too_many: 'TOO_MANY',
      name_taken: 'NAME_TAKEN',
      phone_taken: 'PHONE_IS_FACTOR',
      no_text_messages: 'NO_TEXT_MESSAGES',
    } as const
  )[outcome]
  throw errors[name]?.() ?? new Error(`${outcome} has no error of its own`)
}

export const factorCalls = {
  list: calls.factors.list.handler(({ context }) => listFactors(context, requireCaller(context).id)),

  enrollTotp: calls.factors.enrollTotp.handler(async ({ context, input, errors }) => {
    const { id, totp } = await enrollFactorOrThrow(context, errors, { kind: 'totp', ...input })
    if (totp === null) throw new Error('an authenticator without a secret')
    return { factorId: id, ...totp }
  }),

  enrollPhone: calls.factors.enrollPhone.handler(async ({ context, input, errors }) => {
    const { id } = await enrollFactorOrThrow(context, errors, { kind: 'phone', ...input })
    return { factorId: id }
  }),

  enrollSecurityKey: calls.factors.enrollSecurityKey.handler(async ({ context, input, errors }) => {
    const { id } = await enrollFactorOrThrow(context, errors, { kind: 'webauthn', ...input })
    return { factorId: id }
  }),

  challenge: calls.factors.challenge.handler(async ({ context, input, errors }) => {
    const outcome = await createFactorChallenge(context, await requireSessionHolder(context), input)
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_sent') throw errors.CODE_NOT_SENT()
    if (typeof outcome === 'string') throw createSessionError(outcome)
    const { challengeId, kind, expiresAt, creation, request } = outcome
    return {
      challengeId,
      kind,
      expiresAt: expiresAt.toISOString(),
      creation: creation && { ...creation },
      request: request && { ...request },
    }
  }),

  verify: calls.factors.verify.handler(async ({ context, input, errors }) => {
    const { factorId, challengeId, trustBrowser, next, ...proof } = input
    const holder = await requireSessionHolder(context)
    const outcome = await verifyFactor(context, holder, {
      factorId,
      challengeId,
      proof,
      withRecoveryCodes: true,
      trustsBrowser: trustBrowser,
    })
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'unassured') throw errors.TWO_STEP_REQUIRED()
    if (outcome === 'ended' || outcome === 'unverified') throw createSessionError(outcome)
    if ('problem' in outcome) {
      if (outcome.problem === 'over') throw errors.CHALLENGE_EXPIRED()
      throw outcome.kind === 'webauthn' ? errors.WRONG_KEY() : errors.WRONG_CODE()
    }
    if (outcome.trust !== null)
      context.responseHeaders.append('set-cookie', formatTrustCookie(outcome.trust, isSecureSite(context)))
    return {
      ...(await createSessionResponse(context, holder.sessionId, next)),
      recoveryCodes: outcome.recoveryCodes,
    }
  }),

  rename: calls.factors.rename.handler(async ({ context, input, errors }) => {
    const outcome = await renameFactor(context, await requireSessionHolder(context), input)
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'name_taken') throw errors.NAME_TAKEN()
    if (outcome !== 'renamed') throw createSessionError(outcome)
    return {}
  }),

  remove: calls.factors.remove.handler(async ({ context, input, errors }) => {
    await requireReauthentication(context)
    const outcome = await removeFactor(context, await requireSessionHolder(context), input.factorId)
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome !== 'removed') throw createSessionError(outcome)
    return {}
  }),

  forgetBrowsers: calls.factors.forgetBrowsers.handler(async ({ context }) => ({
    forgotten: await forgetBrowsers(context.db, requireCaller(context).id, context.now()),
  })),
}

export const recoveryCodeCalls = {
  status: calls.recoveryCodes.status.handler(async ({ context }) => {
    const { left, madeAt } = await countRecoveryCodes(context.db, requireCaller(context).id)
    return { left, madeAt: madeAt?.toISOString() ?? null }
  }),

  renew: calls.recoveryCodes.renew.handler(async ({ context, errors }) => {
    await requireReauthentication(context)
    const outcome = await renewRecoveryCodes(context, await requireSessionHolder(context))
    if (outcome === 'ended') throw createSessionError(outcome)
    if (outcome === 'no_factor') throw errors.NO_FACTOR()
    return { codes: outcome }
  }),

  use: calls.recoveryCodes.use.handler(async ({ context, input, errors }) => {
    const holder = await requireSessionHolder(context)
    const outcome = await useRecoveryCode(context, holder, input.code)
    if (outcome === 'wrong') throw errors.WRONG_CODE()
    if (outcome === 'ended') throw createSessionError(outcome)
    return { ...(await createSessionResponse(context, holder.sessionId, input.next)), left: outcome.left }
  }),
}

export const pendingCall = calls.pending.handler(({ context }) => findPendingVerification(context))
