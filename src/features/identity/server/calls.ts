import { SESSION_TOPIC } from '~/platform/live/live'
import { homePathFor } from '../rules/home-path'
import { accountCalls } from './account/calls'
import { activityCalls, securityEventCalls } from './activity/calls'
import { needCaptcha } from './captcha/check-captcha'
import { unlessBusy } from './passwords/unless-busy'
import { isSecure } from './sessions/cookie-name'
import { enter, meOf } from './sessions/enter'
import { refusalOf } from './sessions/suspension'
import { codeCalls } from './codes/calls'
import { factorCalls, pendingCall, recoveryCodeCalls } from './factors/calls'
import { findHolder } from './factors/holder'
import { leavePending } from './factors/leave-pending'
import { checkNewUser } from './hooks/check-new-user'
import { calls } from './implementer'
import { passkeyCalls } from './passkeys/calls'
import { CODE_NEEDED, isSignUpClosed } from '../rules/sign-up-closed'
import { findWeakness, refuseWeak } from './passwords/password-check'
import { endAt } from './codes/end-at'
import { proofCalls } from './proof/calls'
import { providerCalls } from './providers/calls'
import { requestPasswordReset, resetPassword } from './entry/reset-password'
import { endedSessionCookie } from './sessions/session-cookie'
import { recordRequest } from './security-log/record-event'
import { endSession } from './sessions/sessions'
import { claimHouse, inspectSetup, openHouse } from './entry/setup'
import { signIn } from './entry/sign-in'
import { signUp } from './entry/sign-up'
import { inspectLink, resendVerification, verifyEmail } from './entry/verify-email'

export const identityCalls = calls.router({
  account: accountCalls,
  activity: activityCalls,
  securityEvents: securityEventCalls,
  proof: proofCalls,
  codes: codeCalls,
  factors: factorCalls,
  recoveryCodes: recoveryCodeCalls,
  pending: pendingCall,
  passkeys: passkeyCalls,

  ...providerCalls,

  me: calls.me.handler(({ context }) => context.caller && meOf(context.caller)),

  signUp: calls.signUp.handler(async ({ context, input, errors }) => {
    await needCaptcha(context, errors, input.captcha)
    const weakness = await findWeakness(context, input.password, input)
    if (weakness !== undefined) refuseWeak(context, errors, { password: input.password, weakness })
    if (isSignUpClosed(context.config.auth, input.code))
      throw errors.INVITATION_INVALID({ message: CODE_NEEDED })
    const { email, fullName } = input
    await checkNewUser(context, { email, provider: 'email', metadata: { full_name: fullName } })
    const outcome = await unlessBusy(errors, () => signUp(context, input))
    if (outcome === 'taken') throw errors.USER_ALREADY_EXISTS()
    if (outcome === 'invalid') throw errors.INVITATION_INVALID()
    if (outcome === 'expired') throw errors.INVITATION_EXPIRED()
    return enter(context, outcome.sessionId, input.next)
  }),

  signIn: calls.signIn.handler(async ({ context, input, errors }) => {
    await needCaptcha(context, errors, input.captcha)
    const outcome = await unlessBusy(errors, () => signIn(context, { ...input, isBrowser: true }))
    if (outcome === 'wrong' || outcome === 'unconfirmed') throw errors.INVALID_CREDENTIALS()
    if ('suspendedUntil' in outcome) throw errors.ACCOUNT_SUSPENDED(await refusalOf(context, outcome))
    return enter(context, outcome.sessionId, input.next)
  }),

  signOut: calls.signOut.handler(async ({ context }) => {
    const { db, live, now } = context
    // Also a session that has not shown the second factor.
    const holder = await findHolder(context)
    if (holder !== undefined) {
      await db.transaction().execute(async (trx) => {
        await endSession(trx, holder.sessionId, now())
        const { userId, sessionId } = holder
        await recordRequest(trx, context, { userId, kind: 'signed_out', sessionId })
      })
      live.publish([holder.userId], [SESSION_TOPIC])
    }
    context.responseHeaders.append('set-cookie', endedSessionCookie(isSecure(context)))
    // Pages behind the Back button. Neither storage, where doors keep scans, nor cookies, by which the browser is known.
    if (isSecure(context)) context.responseHeaders.set('clear-site-data', '"cache"')
    return {}
  }),

  leavePending: calls.leavePending.handler(async ({ context }) => {
    if (await leavePending(context))
      context.responseHeaders.append('set-cookie', endedSessionCookie(isSecure(context)))
    return {}
  }),

  requestPasswordReset: calls.requestPasswordReset.handler(async ({ context, input, errors }) => {
    await needCaptcha(context, errors, input.captcha)
    const { email, next } = input
    await requestPasswordReset(context, { email, ...endAt(context, next) })
    return {}
  }),

  resetPassword: calls.resetPassword.handler(async ({ context, input, errors }) => {
    const outcome = await unlessBusy(errors, () => resetPassword(context, input))
    if (outcome === undefined) throw errors.LINK_DEAD()
    if (outcome === 'length' || outcome === 'characters' || outcome === 'pwned')
      return refuseWeak(context, errors, { password: input.password, weakness: outcome })
    if ('suspendedUntil' in outcome) throw errors.ACCOUNT_SUSPENDED(await refusalOf(context, outcome))
    return enter(context, outcome.sessionId, input.next)
  }),

  verifyEmail: calls.verifyEmail.handler(async ({ context, input, errors }) => {
    const verified = await verifyEmail(context, input)
    if (verified === undefined) throw errors.LINK_DEAD()
    return verified
  }),

  resendVerification: calls.resendVerification.handler(async ({ context, input, errors }) => {
    const sent = await resendVerification(context, input)
    if (sent !== undefined) return sent
    throw input.token === undefined ? errors.UNAUTHORIZED() : errors.LINK_DEAD()
  }),

  inspectLink: calls.inspectLink.handler(({ context, input }) => inspectLink(context, input)),

  setup: {
    inspect: calls.setup.inspect.handler(async ({ context, input }) => ({
      state: await inspectSetup(context, input),
    })),
    open: calls.setup.open.handler(async ({ context, input, errors }) => {
      const weakness = await findWeakness(context, input.password, input)
      if (weakness !== undefined) refuseWeak(context, errors, { password: input.password, weakness })
      const outcome = await unlessBusy(errors, () => openHouse(context, input))
      if (outcome === 'unknown') throw errors.NOT_FOUND()
      if (outcome === 'closed') throw errors.HAS_ADMIN()
      if (outcome === 'taken') throw errors.USER_ALREADY_EXISTS()
      return enter(context, outcome.sessionId)
    }),
    claim: calls.setup.claim.handler(async ({ context, input, errors }) => {
      const outcome = await claimHouse(context, input)
      if (outcome === 'unknown') throw errors.NOT_FOUND()
      if (outcome === 'closed') throw errors.HAS_ADMIN()
      return { landingPath: homePathFor(['admin']) }
    }),
  },
})
