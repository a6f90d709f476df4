import { requireCaller } from '~/platform/rpc/context'
import { sendNonce } from '../sessions/nonce'
import type { IdentityContext } from '../context'
import { createWeakPasswordError } from '../passwords/password-check'
import { runUnlessBusy } from './run-unless-busy'
import { createSessionError } from './require-session-holder'
import { lockAssuredAccount } from '../sessions/lock-account'
import { calls } from './call-implementer'
import { requireReauthentication, reauthenticate } from '../sessions/reauthentication'
import {
  cancelContactChange,
  type ContactKind,
  removePhone,
  requestContactChange,
} from '../contacts/change-contact'
import { confirmPhone } from '../contacts/confirm-contact-change'
import { changePassword } from '../passwords/change-password'
import { mergeMetadata } from '../accounts/merge-metadata'
import { getOwnAccount } from '../accounts/own-account'
import { endOwnSession, listOwnSessions } from '../sessions/own-sessions'
import { signOutEverywhere } from '../sessions/sign-out'

/**
 * Returns the caller's account.
 * @throws UNAUTHORIZED when the account was deleted meanwhile
 */
async function getCallerAccount(context: IdentityContext) {
  const account = await getOwnAccount(context, requireCaller(context).id)
  if (account === undefined) throw createSessionError('ended')
  return account
}

function getOwnSession(context: IdentityContext) {
  const { id: userId, sessionId } = requireCaller(context)
  return { userId, sessionId }
}

async function cancelChange(context: IdentityContext, kind: ContactKind) {
  const outcome = await cancelContactChange(context, { ...getOwnSession(context), kind })
  if (outcome === 'ended') throw createSessionError(outcome)
  return getCallerAccount(context)
}

export const accountCalls = {
  get: calls.account.get.handler(({ context }) => getCallerAccount(context)),

  rename: calls.account.rename.handler(async ({ context, input }) => {
    const own = getOwnSession(context)
    const { userId } = own
    const now = context.now()
    const data = { full_name: input.fullName }
    const outcome = await context.db.transaction().execute(async (trx) => {
      if ((await lockAssuredAccount(trx, own, now)) === undefined) return 'ended'
      return mergeMetadata(trx, { userId, data, now })
    })
    if (outcome === 'ended') throw createSessionError(outcome)
    if (outcome !== 'merged') throw new Error(`a validated name was refused: ${outcome}`)
    context.live.publish([userId], ['identity', 'members'])
    return getCallerAccount(context)
  }),

  requestEmail: calls.account.requestEmail.handler(async ({ context, input, errors }) => {
    await requireReauthentication(context)
    const change = { kind: 'email', to: input.email } as const
    const outcome = await requestContactChange(context, { ...getOwnSession(context), ...change })
    if (outcome === 'ended') throw createSessionError(outcome)
    if (outcome === 'same') throw errors.SAME_EMAIL()
    return getCallerAccount(context)
  }),

  cancelEmail: calls.account.cancelEmail.handler(({ context }) => cancelChange(context, 'email')),

  requestPhone: calls.account.requestPhone.handler(async ({ context, input, errors }) => {
    await requireReauthentication(context)
    const change = { kind: 'phone', to: input.phone, channel: input.channel } as const
    const outcome = await requestContactChange(context, { ...getOwnSession(context), ...change })
    if (outcome === 'ended') throw createSessionError(outcome)
    if (outcome === 'no texts') throw errors.TEXT_MESSAGES_DISABLED()
    if (outcome === 'same') throw errors.SAME_PHONE()
    return getCallerAccount(context)
  }),

  confirmPhone: calls.account.confirmPhone.handler(async ({ context, input, errors }) => {
    const outcome = await confirmPhone(context, { ...getOwnSession(context), ...input })
    if (outcome === 'ended') throw createSessionError(outcome)
    if (outcome === 'nothing') throw errors.NO_PENDING_CHANGE()
    if (outcome === 'wrong') throw errors.CODE_WRONG()
    if (outcome === 'taken') throw errors.PHONE_TAKEN()
    return getCallerAccount(context)
  }),

  cancelPhone: calls.account.cancelPhone.handler(({ context }) => cancelChange(context, 'phone')),

  removePhone: calls.account.removePhone.handler(async ({ context, errors }) => {
    await requireReauthentication(context)
    const outcome = await removePhone(context, getOwnSession(context))
    if (outcome === 'ended') throw createSessionError(outcome)
    if (outcome === 'only') throw errors.ONLY_SIGN_IN_METHOD()
    return getCallerAccount(context)
  }),

  reauthenticate: calls.account.reauthenticate.handler(async ({ context, errors }) => {
    const { codeDestination } = await getCallerAccount(context)
    if (codeDestination === null) throw errors.TEXT_MESSAGES_DISABLED()
    await sendNonce(context, getOwnSession(context))
    return codeDestination
  }),

  changePassword: calls.account.changePassword.handler(async ({ context, input, errors }) => {
    const outcome = await runUnlessBusy(errors, () => changePassword(context, getOwnSession(context), input))
    switch (outcome) {
      case 'changed':
        return getCallerAccount(context)
      case 'ended':
        throw createSessionError(outcome)
      case 'wrong_password':
        throw errors.WRONG_PASSWORD()
      case 'wrong_code':
        throw errors.CODE_WRONG()
      case 'same':
        throw errors.SAME_PASSWORD()
      case 'length':
      case 'characters':
      case 'pwned':
        return createWeakPasswordError(context, errors, { password: input.password, weakness: outcome })
      default:
        throw errors.REAUTHENTICATION_MISSING()
    }
  }),

  sessions: {
    list: calls.account.sessions.list.handler(async ({ context }) => ({
      sessions: await listOwnSessions(context, getOwnSession(context)),
    })),

    end: calls.account.sessions.end.handler(async ({ context, input }) => {
      const outcome = await endOwnSession(context, { ...getOwnSession(context), id: input.id })
      if (outcome === 'ended') throw createSessionError(outcome)
      return {}
    }),

    endOthers: calls.account.sessions.endOthers.handler(async ({ context }) => {
      const outcome = await signOutEverywhere(context, {
        ...getOwnSession(context),
        keepsCurrentSession: true,
      })
      if (typeof outcome === 'string') throw createSessionError(outcome)
      return { ended: outcome }
    }),
  },
}

export const reauthenticationCalls = {
  give: calls.proof.give.handler(async ({ context, input, errors }) => {
    const outcome = await reauthenticate(context, getOwnSession(context), input)
    if (outcome === 'factor_needed') throw errors.FACTOR_NEEDED()
    if (outcome === 'busy') throw errors.BUSY()
    if (outcome === 'wrong') throw 'code' in input ? errors.CODE_WRONG() : errors.WRONG_PASSWORD()
    return {}
  }),
}
