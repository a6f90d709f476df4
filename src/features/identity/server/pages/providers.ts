import { findInvitation, getCodeUsability, normalizeCode } from '~/features/invitations/server/public'
import { findHolder } from '../sessions/lock-account'
import { getCaptchaSettings, requireCaptcha } from '../limits/check-captcha'
import { isSecureSite } from '../sessions/cookies'
import { createSessionResponse } from './session-response'
import { toSuspendedError } from '../sessions/suspension'
import { calls } from './call-implementer'
import { requireReauthentication } from '../sessions/reauthentication'
import { findProviders } from '../providers/list-providers'
import { findSsoProvider } from '../providers/find-provider'
import { findBrowserToken, deriveOwnVerifier } from '../providers/flow-secrets'
import { listIdentities, unlinkIdentity } from '../providers/own-identities'
import { startOwnFlow } from '../providers/start-own-flow'
import { exchangeCode } from '../providers/exchange-code'
import { consumeBudget } from '../limits/action-limits'

export const providerCalls = {
  ways: calls.ways.handler(({ context: { config, sms } }) => {
    return {
      providers: findProviders(config.auth),
      hasSso: config.auth.sso.length > 0,
      hasPhone: sms.isOn,
      captcha: getCaptchaSettings(config.auth),
    }
  }),

  providers: {
    start: calls.providers.start.handler(async ({ context, input, errors }) => {
      const { name, next } = input
      const invitationCode = normalizeCode(input.invitationCode ?? '') || undefined
      if (invitationCode !== undefined) {
        const verdict = getCodeUsability(
          await findInvitation(context.db, invitationCode, context.now()),
          context.now(),
        )
        if (verdict !== 'usable') throw errors.INVITATION_INVALID()
      }
      // Companies are found by the person's email domain, not by a provider name.
      if (name.startsWith('sso:')) throw errors.PROVIDER_UNKNOWN()
      const outcome = await startOwnFlow(context, { provider: name, next, invitationCode })
      if (outcome === 'unknown') throw errors.PROVIDER_UNKNOWN()
      if (outcome === 'silent') throw errors.PROVIDER_TIMEOUT()
      return outcome
    }),

    finish: calls.providers.finish.handler(async ({ context, input, errors }) => {
      const browser = findBrowserToken(context.requestHeaders, isSecureSite(context))
      if (browser === undefined) throw errors.FLOW_EXPIRED()
      const outcome = await exchangeCode(context, {
        code: input.code,
        verifier: deriveOwnVerifier(browser, context.secret),
        isBrowser: true,
      })
      if (typeof outcome === 'string') throw errors.FLOW_EXPIRED()
      if ('suspendedUntil' in outcome)
        throw errors.ACCOUNT_SUSPENDED(await toSuspendedError(context, outcome))
      return createSessionResponse(context, outcome.sessionId, input.next)
    }),
  },

  sso: {
    start: calls.sso.start.handler(async ({ context, input, errors }) => {
      await requireCaptcha(context, input.captcha)
      const { email, next } = input
      const entry = findSsoProvider(context.config.auth, { domain: email.slice(email.lastIndexOf('@') + 1) })
      if (entry === undefined) throw errors.SSO_UNKNOWN()
      const outcome = await startOwnFlow(context, { provider: `sso:${entry.id}`, next, email })
      if (outcome === 'unknown') throw errors.SSO_UNKNOWN()
      if (outcome === 'silent') throw errors.PROVIDER_TIMEOUT()
      return outcome
    }),
  },

  identities: {
    list: calls.identities.list.handler(async ({ context, errors }) => {
      const { caller } = context
      if (caller === null) throw errors.UNAUTHORIZED()
      return listIdentities(context, caller.id)
    }),

    link: calls.identities.link.handler(async ({ context, input, errors }) => {
      const { caller, limits } = context
      if (caller === null) throw errors.UNAUTHORIZED()
      await requireReauthentication(context)
      await consumeBudget(limits, 'link_account', caller.id)
      if (!context.config.auth.manualLinking || input.name.startsWith('sso:')) throw errors.PROVIDER_UNKNOWN()
      if ((await findHolder(context))?.isVerified !== true) throw errors.VERIFY_FIRST()
      const linkTo = { userId: caller.id, sessionId: caller.sessionId }
      const outcome = await startOwnFlow(context, { provider: input.name, next: input.next, linkTo })
      if (outcome === 'unknown') throw errors.PROVIDER_UNKNOWN()
      if (outcome === 'silent') throw errors.PROVIDER_TIMEOUT()
      return outcome
    }),

    unlink: calls.identities.unlink.handler(async ({ context, input, errors }) => {
      const { caller } = context
      if (caller === null) throw errors.UNAUTHORIZED()
      await requireReauthentication(context)
      const outcome = await unlinkIdentity(context, {
        userId: caller.id,
        sessionId: caller.sessionId,
        id: input.id,
      })
      if (outcome === 'ended') throw errors.UNAUTHORIZED()
      if (outcome === 'unknown') throw errors.NOT_FOUND()
      if (outcome === 'last') throw errors.LAST_SIGN_IN_METHOD()
      return {}
    }),
  },
}
