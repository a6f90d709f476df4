import type { Transaction } from '~/database/connect'
import { NEEDS_CONFIRMED_ADDRESS, SUSPENDED } from '../../rules/provider-sentences'
import { isSignUpClosed, SIGN_UP_CLOSED } from '../../rules/sign-up-closed'
import { claimAccount } from '../accounts/claim-account'
import type { IdentityContext } from '../context'
import { createAccount } from '../accounts/create-account'
import { deriveName } from '../accounts/derive-name'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { formatLinkedIdentity } from './list-providers'
import { hasSecondFactor } from '../sessions/reauthentication'
import { addIdentity, findIdentityOwner } from './identity-rows'
import { findSuspension } from '../sessions/suspension'
import { FlowFailed, type ProviderIdentity } from './provider'

interface Resolved {
  userId: string
  /** The account was just created, with the invitation if there was one. */
  isNew: boolean
  /** Whether the sign-in methods and sessions of the account's creator were removed. */
  isTakenOver: boolean
  /** The account that lost its unverified email. Publish SESSION_TOPIC to it after the commit. */
  loser?: string | undefined
}

/**
 * Returns the account for a provider's identity: the linked one, otherwise the one with the same email, which is then
 * linked, otherwise a new one. Refuses emails that the provider hasn't verified, and never links to a suspended
 * account. It doesn't link to an account with two-step verification either: the person completes that first, and links
 * the identity in the settings.
 * @throws FlowFailed provider_email_needs_verification, user_banned, validation_failed for an invalid invitation
 * code; the caller must then roll back
 */
export async function resolveIdentity(
  trx: Transaction,
  context: IdentityContext,
  { proof, invitationCode, now }: { proof: ProviderIdentity; invitationCode?: string | undefined; now: Date },
): Promise<Resolved> {
  const known = await findIdentityOwner(trx, { proof, now })
  if (known !== undefined) return { userId: known, isNew: false, isTakenOver: false }
  const { email } = proof
  if (email === undefined || !proof.hasVerifiedEmail)
    throw new FlowFailed('provider_email_needs_verification', NEEDS_CONFIRMED_ADDRESS, {
      error: 'access_denied',
    })

  const claimed = await claimAccount(trx, { email, now })
  const { userId, isNew } =
    claimed.userId !== undefined
      ? { userId: claimed.userId, isNew: false }
      : await createOrClaimAccount(trx, context, { email, proof, invitationCode, now })
  if (!isNew && (await findSuspension(trx, userId, now))) throw createSuspendedError()
  if (!isNew && (await hasSecondFactor(trx, userId))) return { userId, isNew, isTakenOver: false }
  const added = await addIdentity(trx, { userId, proof, now })
  // A concurrent sign-in of the same person has just linked this identity, so its account is read again.
  if (added !== 'added')
    return { ...(await resolveIdentity(trx, context, { proof, invitationCode, now })), loser: claimed.loser }
  if (claimed.userId !== undefined && !claimed.isTakenOver) {
    const elsewhere = formatLinkedIdentity(context.config.auth, proof)
    await notifyOfChange(trx, context, { userId, kind: 'identity_linked', elsewhere })
  }
  return { userId, isNew, isTakenOver: claimed.isTakenOver, loser: claimed.loser }
}

export function createSuspendedError(): FlowFailed {
  return new FlowFailed('user_banned', SUSPENDED, { error: 'access_denied' })
}

async function createOrClaimAccount(
  trx: Transaction,
  context: IdentityContext,
  {
    email,
    proof,
    invitationCode: code,
    now,
  }: { email: string; proof: ProviderIdentity; invitationCode?: string | undefined; now: Date },
): Promise<{ userId: string; isNew: boolean }> {
  if (isSignUpClosed(context.config.auth, code))
    throw new FlowFailed('signup_disabled', SIGN_UP_CLOSED, { error: 'access_denied' })
  const created = await createAccount(trx, {
    fullName: deriveName({ full_name: proof.fullName }, { email }),
    email,
    passwordHash: null,
    code,
    now,
    requestId: context.requestId,
    isConfirmed: true,
  })
  if (created === 'invalid' || created === 'expired')
    throw new FlowFailed(
      'validation_failed',
      created === 'invalid' ? 'Invalid or expired invitation code' : 'Invitation code has expired',
      { error: 'invalid_request' },
    )
  if (created !== 'taken') return { userId: created.userId, isNew: true }
  const { userId } = await claimAccount(trx, { email, now })
  if (userId === undefined) throw new Error('the email is taken, but no account has it')
  return { userId, isNew: false }
}
