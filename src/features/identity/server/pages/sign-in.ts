import { requireCaller } from '~/platform/rpc/context'
import { getHomePath, findLocalPath } from '../../rules/home-path'
import { CODE_NEEDED, isSignUpClosed } from '../../rules/sign-up-closed'
import { verifyEmail } from '../contacts/verify-email'
import { requireCaptcha } from '../limits/check-captcha'
import { findWeakness, createWeakPasswordError } from '../passwords/password-check'
import { requestPasswordReset, resetPassword } from '../passwords/reset-password'
import { isSecureSite } from '../sessions/cookies'
import { findCallers } from '../sessions/find-callers'
import { findHolder } from '../sessions/lock-account'
import { formatEndedSessionCookie } from '../sessions/session-cookie'
import { cancelSignIn, signOut } from '../sessions/sign-out'
import { toSuspendedError } from '../sessions/suspension'
import { inspectAnyLink, inspectLink } from '../sign-in/inspect-link'
import { redeemLinkOrCode } from '../sign-in/redeem-link-or-code'
import { renewLink, resendVerification } from '../sign-in/resend'
import { sendSignInCode } from '../sign-in/send-sign-in-code'
import { signInWithPassword } from '../sign-in/sign-in-with-password'
import { findPurposes } from '../sign-in/token-purposes-by-type'
import { checkNewUser } from '../sign-up/check-new-user'
import { claimSite, inspectSetup, setUpSite } from '../sign-up/setup'
import { signUp } from '../sign-up/sign-up'
import { isCodeSpent } from '../tokens/one-time-tokens'
import type { LinkTarget } from '../email-and-sms/jobs'
import type { IdentityContext } from '../context'
import { calls } from './call-implementer'
import { toMe, createSessionResponse } from './session-response'
import { runUnlessBusy } from './run-unless-busy'

/** Sign-up, sign-in, sign-out, and the links in emails. */
export const signInCalls = {
  me: calls.me.handler(({ context }) => context.caller && toMe(context.caller)),

  signUp: calls.signUp.handler(async ({ context, input, errors }) => {
    await requireCaptcha(context, input.captcha)
    const weakness = await findWeakness(context, input.password, input)
    if (weakness !== undefined)
      createWeakPasswordError(context, errors, { password: input.password, weakness })
    if (isSignUpClosed(context.config.auth, input.code))
      throw errors.INVITATION_INVALID({ message: CODE_NEEDED })
    const { email, fullName } = input
    await checkNewUser(context, { email, provider: 'email', metadata: { full_name: fullName } })
    const outcome = await runUnlessBusy(errors, () => signUp(context, input))
    if (outcome === 'taken') throw errors.USER_ALREADY_EXISTS()
    if (outcome === 'invalid') throw errors.INVITATION_INVALID()
    if (outcome === 'expired') throw errors.INVITATION_EXPIRED()
    return createSessionResponse(context, outcome.sessionId, input.next)
  }),

  signIn: calls.signIn.handler(async ({ context, input, errors }) => {
    await requireCaptcha(context, input.captcha)
    const outcome = await runUnlessBusy(errors, () =>
      signInWithPassword(context, { ...input, isBrowser: true }),
    )
    if (outcome === 'wrong' || outcome === 'unconfirmed') throw errors.INVALID_CREDENTIALS()
    if ('suspendedUntil' in outcome) throw errors.ACCOUNT_SUSPENDED(await toSuspendedError(context, outcome))
    return createSessionResponse(context, outcome.sessionId, input.next)
  }),

  signOut: calls.signOut.handler(async ({ context }) => {
    const holder = await findHolder(context)
    if (holder !== undefined) await signOut(context, holder)
    context.responseHeaders.append('set-cookie', formatEndedSessionCookie(isSecureSite(context)))
    // Clears only the cached pages behind the Back button. The storage holds unsent check-ins, and a cookie identifies
    // the known browser.
    if (isSecureSite(context)) context.responseHeaders.set('clear-site-data', '"cache"')
    return {}
  }),

  leavePending: calls.leavePending.handler(async ({ context }) => {
    if (await cancelSignIn(context))
      context.responseHeaders.append('set-cookie', formatEndedSessionCookie(isSecureSite(context)))
    return {}
  }),

  requestPasswordReset: calls.requestPasswordReset.handler(async ({ context, input }) => {
    await requireCaptcha(context, input.captcha)
    const { email, next } = input
    await requestPasswordReset(context, { email, ...toLinkTarget(context, next) })
    return {}
  }),

  resetPassword: calls.resetPassword.handler(async ({ context, input, errors }) => {
    const outcome = await runUnlessBusy(errors, () => resetPassword(context, input))
    if (outcome === undefined) throw errors.LINK_INVALID()
    if (outcome === 'length' || outcome === 'characters' || outcome === 'pwned')
      return createWeakPasswordError(context, errors, { password: input.password, weakness: outcome })
    if ('suspendedUntil' in outcome) throw errors.ACCOUNT_SUSPENDED(await toSuspendedError(context, outcome))
    return createSessionResponse(context, outcome.sessionId, input.next)
  }),

  verifyEmail: calls.verifyEmail.handler(async ({ context, input, errors }) => {
    const verified = await verifyEmail(context, input)
    if (verified === undefined) throw errors.LINK_INVALID()
    return verified
  }),

  resendVerification: calls.resendVerification.handler(async ({ context, input, errors }) => {
    const sent = await resendVerification(context, input)
    if (sent !== undefined) return sent
    throw input.token === undefined ? errors.UNAUTHORIZED() : errors.LINK_INVALID()
  }),

  inspectLink: calls.inspectLink.handler(({ context, input }) => inspectLink(context, input)),
}

export const setupCalls = {
  inspect: calls.setup.inspect.handler(async ({ context, input }) => ({
    state: await inspectSetup(context, input),
  })),
  open: calls.setup.open.handler(async ({ context, input, errors }) => {
    const weakness = await findWeakness(context, input.password, input)
    if (weakness !== undefined)
      createWeakPasswordError(context, errors, { password: input.password, weakness })
    const outcome = await runUnlessBusy(errors, () => setUpSite(context, input))
    if (outcome === 'unknown') throw errors.NOT_FOUND()
    if (outcome === 'closed') throw errors.HAS_ADMIN()
    if (outcome === 'taken') throw errors.USER_ALREADY_EXISTS()
    return createSessionResponse(context, outcome.sessionId)
  }),
  claim: calls.setup.claim.handler(async ({ context, input, errors }) => {
    const outcome = await claimSite(context, input)
    if (outcome === 'unknown') throw errors.NOT_FOUND()
    if (outcome === 'closed') throw errors.HAS_ADMIN()
    return { landingPath: getHomePath(['admin']) }
  }),
}

export const codeCalls = {
  send: calls.codes.send.handler(async ({ context, input, errors }) => {
    await requireCaptcha(context, input.captcha)
    const destination = input.email === undefined ? { phone: input.phone ?? '' } : { email: input.email }
    const outcome = await sendSignInCode(context, {
      destination,
      linkTarget: toLinkTarget(context, input.next),
      sendsNoAccountEmail: true,
    })
    if (outcome === 'no texts') throw errors.TEXT_MESSAGES_DISABLED()
    return {}
  }),

  enter: calls.codes.enter.handler(async ({ context, input, errors }) => {
    const { code, next } = input
    const proof =
      input.email === undefined ? { code, phone: input.phone ?? '' } : { code, email: input.email }
    // Codes of a sign-up are refused: another person may have started the sign-up, and would then know the password.
    const purposes =
      input.email === undefined ? (['phone_sign_in'] as const) : (['sign_in', 'invite'] as const)
    const redeemed = await redeemLinkOrCode(context, { proof, purposes, starts: 'session', isBrowser: true })
    if (redeemed.outcome === 'suspended')
      throw errors.ACCOUNT_SUSPENDED(await toSuspendedError(context, redeemed.suspended))
    if (redeemed.outcome !== 'session') throw errors.CODE_WRONG()
    return createSessionResponse(context, redeemed.sessionId, next)
  }),

  open: calls.codes.open.handler(async ({ context, input, errors }) => {
    const { token, type, next } = input
    const redeemed = await redeemLinkOrCode(context, {
      proof: { token },
      purposes: findPurposes(type) ?? [],
      // Confirming an email change starts no session, because the link may be opened in any browser.
      starts: type === 'email_change' ? 'nothing' : 'session',
      isBrowser: true,
    })
    const me = context.caller && toMe(context.caller)
    switch (redeemed.outcome) {
      case 'session': {
        const signedIn = await createSessionResponse(context, redeemed.sessionId, next)
        return { outcome: 'signed_in' as const, ...signedIn, email: signedIn.me?.email ?? null }
      }
      case 'nothing': {
        const email = await findEmail(context, redeemed.userId)
        const own = me?.id === redeemed.userId ? { ...me, email } : me
        return { outcome: 'email_changed' as const, me: own, landingPath: '/', email }
      }
      case 'half':
        return { outcome: 'half_confirmed' as const, me, landingPath: '/', email: redeemed.missing }
      case 'taken':
        throw errors.EMAIL_TAKEN()
      case 'suspended':
        throw errors.ACCOUNT_SUSPENDED(await toSuspendedError(context, redeemed.suspended))
      default:
        throw errors.LINK_INVALID()
    }
  }),

  confirm: calls.codes.confirm.handler(async ({ context, input, errors }) => {
    const { id, email, sessionId } = requireCaller(context)
    if (email === null) throw errors.CODE_WRONG()
    const redeemed = await redeemLinkOrCode(context, {
      proof: { code: input.code, email },
      purposes: ['verify_email'],
      starts: 'nothing',
      isBrowser: true,
      inside: id,
    })
    if (redeemed.outcome !== 'nothing') {
      const about = { sentTo: email, purpose: 'verify_email', now: context.now() } as const
      throw (await isCodeSpent(context.db, about)) ? errors.CODE_SPENT() : errors.CODE_WRONG()
    }
    const found = await findCallers(context.db, [sessionId], context.now(), context.config.security)
    const caller = found.get(sessionId)?.caller
    return { me: caller === undefined ? null : toMe(caller) }
  }),

  inspect: calls.codes.inspect.handler(({ context, input }) =>
    inspectAnyLink(context, { token: input.token, purposes: findPurposes(input.type) ?? [] }),
  ),

  renew: calls.codes.renew.handler(async ({ context, input, errors }) => {
    const { token, type, next } = input
    const email = await renewLink(context, { token, type, linkTarget: toLinkTarget(context, next) })
    if (email === undefined) throw errors.LINK_INVALID()
    return { email }
  }),
}

async function findEmail(
  { db }: Pick<Parameters<typeof redeemLinkOrCode>[0], 'db'>,
  userId: string,
): Promise<string | null> {
  const account = await db.selectFrom('accounts').select('email').where('id', '=', userId).executeTakeFirst()
  return account?.email ?? null
}

/**
 * Returns the target of an emailed link: the path that the person wanted to open. A path of another site is ignored.
 */
function toLinkTarget({ config }: Pick<IdentityContext, 'config'>, next: string | undefined): LinkTarget {
  const path = findLocalPath(next)
  return path === undefined ? {} : { redirectTo: `${config.publicUrl}${path}` }
}
