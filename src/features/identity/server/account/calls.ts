import { signedIn } from '~/platform/rpc/context'
import { sendNonce } from '../codes/nonce'
import type { IdentityContext } from '../context'
import { refuseWeak } from '../passwords/password-check'
import { unlessBusy } from '../passwords/unless-busy'
import { refuseSession } from '../factors/calls'
import { holdAssured } from '../factors/holder'
import { calls } from '../implementer'
import { needFreshProof } from '../proof/fresh-proof'
import { cancelEmail, requestEmail } from './change-email'
import { changePassword } from './change-password'
import { cancelPhone, confirmPhone, removePhone, requestPhone } from './change-phone'
import { mergeMetadata } from './merge-metadata'
import { reachOf, readOwnAccount } from './own-account'
import { endOwnSession, listOwnSessions } from './own-sessions'
import { signOutEverywhere } from './sign-out-everywhere'

/** Deleted meanwhile, it is nobody's. */
async function ownAccount(context: IdentityContext) {
  const account = await readOwnAccount(context, signedIn(context).id)
  if (account === undefined) throw refuseSession('ended')
  return account
}

function ownOf(context: IdentityContext) {
  const { id: userId, sessionId } = signedIn(context)
  return { userId, sessionId }
}

export const accountCalls = {
  get: calls.account.get.handler(({ context }) => ownAccount(context)),

  rename: calls.account.rename.handler(async ({ context, input }) => {
    const own = ownOf(context)
    const { userId } = own
    const now = context.now()
    const data = { full_name: input.fullName }
    const outcome = await context.db.transaction().execute(async (trx) => {
      if ((await holdAssured(trx, own, now)) === undefined) return 'ended'
      return mergeMetadata(trx, { userId, data, now })
    })
    if (outcome === 'ended') throw refuseSession(outcome)
    if (outcome !== 'merged') throw new Error(`a name that was read is refused: ${outcome}`)
    context.live.publish([userId], ['identity', 'members'])
    return ownAccount(context)
  }),

  requestEmail: calls.account.requestEmail.handler(async ({ context, input, errors }) => {
    await needFreshProof(context)
    const outcome = await requestEmail(context, { ...ownOf(context), ...input })
    if (outcome === 'ended') throw refuseSession(outcome)
    if (outcome === 'same') throw errors.SAME_EMAIL()
    return ownAccount(context)
  }),

  cancelEmail: calls.account.cancelEmail.handler(async ({ context }) => {
    if ((await cancelEmail(context, ownOf(context))) === 'ended') throw refuseSession('ended')
    return ownAccount(context)
  }),

  requestPhone: calls.account.requestPhone.handler(async ({ context, input, errors }) => {
    await needFreshProof(context)
    const outcome = await requestPhone(context, { ...ownOf(context), ...input })
    if (outcome === 'ended') throw refuseSession(outcome)
    if (outcome === 'no texts') throw errors.PHONES_OFF()
    if (outcome === 'same') throw errors.SAME_PHONE()
    return ownAccount(context)
  }),

  confirmPhone: calls.account.confirmPhone.handler(async ({ context, input, errors }) => {
    const outcome = await confirmPhone(context, { ...ownOf(context), ...input })
    if (outcome === 'ended') throw refuseSession(outcome)
    if (outcome === 'nothing') throw errors.NOTHING_WAITS()
    if (outcome === 'wrong') throw errors.CODE_WRONG()
    if (outcome === 'taken') throw errors.PHONE_TAKEN()
    return ownAccount(context)
  }),

  cancelPhone: calls.account.cancelPhone.handler(async ({ context }) => {
    if ((await cancelPhone(context, ownOf(context))) === 'ended') throw refuseSession('ended')
    return ownAccount(context)
  }),

  removePhone: calls.account.removePhone.handler(async ({ context, errors }) => {
    await needFreshProof(context)
    const outcome = await removePhone(context, ownOf(context))
    if (outcome === 'ended') throw refuseSession(outcome)
    if (outcome === 'only') throw errors.ONLY_WAY_IN()
    return ownAccount(context)
  }),

  reauthenticate: calls.account.reauthenticate.handler(async ({ context, errors }) => {
    const { id: userId } = signedIn(context)
    const account = await context.db
      .selectFrom('accounts')
      .select(['email', 'phone'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (account === undefined) throw refuseSession('ended')
    const reach = reachOf(account, context.sms.isOn)
    if (reach === null) throw errors.PHONES_OFF()
    await sendNonce(context, { userId })
    return reach
  }),

  changePassword: calls.account.changePassword.handler(async ({ context, input, errors }) => {
    const outcome = await unlessBusy(errors, () => changePassword(context, ownOf(context), input))
    switch (outcome) {
      case 'changed':
        return ownAccount(context)
      case 'ended':
        throw refuseSession(outcome)
      case 'wrong_password':
        throw errors.WRONG_PASSWORD()
      case 'wrong_code':
        throw errors.CODE_WRONG()
      case 'same':
        throw errors.SAME_PASSWORD()
      case 'length':
      case 'characters':
      case 'pwned':
        return refuseWeak(context, errors, { password: input.password, weakness: outcome })
      default:
        throw errors.PROOF_MISSING()
    }
  }),

  sessions: {
    list: calls.account.sessions.list.handler(async ({ context }) => ({
      sessions: await listOwnSessions(context, ownOf(context)),
    })),

    end: calls.account.sessions.end.handler(async ({ context, input }) => {
      const outcome = await endOwnSession(context, { ...ownOf(context), id: input.id })
      if (outcome === 'ended') throw refuseSession(outcome)
      return {}
    }),

    endOthers: calls.account.sessions.endOthers.handler(async ({ context }) => {
      const outcome = await signOutEverywhere(context, { ...ownOf(context), isHereKept: true })
      if (typeof outcome === 'string') throw refuseSession(outcome)
      return { ended: outcome }
    }),
  },
}
