import type { Transaction } from '~/database/connect'
import type { Destination } from '../../rules/destination'
import { claimAccount } from '../accounts/claim-account'
import { createAccount } from '../accounts/create-account'
import { deriveName } from '../accounts/derive-name'
import { isUnfinishedSignUp } from '../accounts/unfinished-sign-up'
import type { AmrMethod } from '../sessions/sessions'
import type { DescribedChange } from '../email-and-sms/notify-of-change'
import { confirmContactChange } from '../contacts/confirm-contact-change'
import type { Beginning } from '../email-and-sms/jobs'
import type { RedeemedToken } from '../tokens/redeem-token'

export interface Settled {
  userId: string
  method: AmrMethod
  /** Whether the account is new and used an invitation. */
  hasUsedInvitation?: boolean
  /** The account that lost its unverified email or phone. */
  loser?: string | undefined
  /** The change of which the person must be notified, with the former contacts. */
  changed?: Pick<DescribedChange, 'kind' | 'formerEmail' | 'formerPhone'>
}

/** An email change that the other address must still confirm. */
export interface HalfConfirmedChange {
  half: true
  userId: string
  missing: string
}

export type AppliedToken =
  | Settled
  | HalfConfirmedChange
  | 'invalid'
  | 'taken'
  | { invitation: 'invalid' | 'expired' }

interface RedemptionContext {
  now: Date
  requestId: string
  /** The account that the caller is signed in to. */
  callerId?: string | undefined
}

/**
 * Makes the change for which a redeemed link or code was sent, such as verifying an email. Returns `invitation` if the
 * invite code of a new account doesn't work. The caller must then roll back, so that the link or code stays valid.
 */
export async function applyToken(
  trx: Transaction,
  redeemed: RedeemedToken,
  context: RedemptionContext,
): Promise<AppliedToken> {
  const { userId, purpose, sentTo } = redeemed
  const { now, callerId } = context
  switch (purpose) {
    case 'verify_email':
    case 'verify_phone':
      return verifyOwnContact(trx, redeemed, context)
    case 'sign_in':
    case 'phone_sign_in': {
      if (sentTo === null) return 'invalid'
      const destination: Destination = purpose === 'sign_in' ? { email: sentTo } : { phone: sentTo }
      const beginning = redeemed.payload['beginning'] as Beginning | undefined
      return claimOrCreateAccount(trx, destination, { ...context, beginning, method: 'otp' })
    }
    case 'recover':
    case 'invite':
      return claimAccountOfToken(trx, redeemed, {
        ...context,
        method: purpose === 'recover' ? 'recovery' : 'invite',
      })
    case 'email_change_current':
    case 'email_change_new':
    case 'phone_change': {
      const confirmed = await confirmContactChange(trx, redeemed, { now, isInside: callerId === userId })
      if (confirmed.step === 'half')
        return { half: true, userId: confirmed.userId, missing: confirmed.missing }
      if (confirmed.step !== 'changed') return confirmed.step
      const { loser, notice } = confirmed
      return { userId: confirmed.userId, method: 'otp', loser, changed: notice }
    }
    // A nonce is redeemed elsewhere, by the call that requires it.
    default:
      return 'invalid'
  }
}

/**
 * Verifies the email or phone of an account. That is all if the caller is signed in to that account, or if this
 * completes a sign-up. Otherwise the account may have been created by another person, so `claimAccountOfToken` decides
 * who gets it.
 */
async function verifyOwnContact(
  trx: Transaction,
  redeemed: RedeemedToken,
  context: RedemptionContext,
): Promise<AppliedToken> {
  const { userId, purpose, sentTo } = redeemed
  const { now, callerId } = context
  if (userId === null || sentTo === null) return 'invalid'
  if (callerId !== userId && !(await isUnfinishedSignUp(trx, { userId, sentTo, now })))
    return claimAccountOfToken(trx, redeemed, { ...context, method: 'otp' })
  const [column, verified] =
    purpose === 'verify_email'
      ? (['email', 'email_verified_at'] as const)
      : (['phone', 'phone_verified_at'] as const)
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set((eb) => ({ [verified]: eb.fn.coalesce(verified, eb.val(now)), updated_at: now }))
    .where('id', '=', userId)
    .where(column, '=', sentTo)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'invalid' : { userId, method: 'otp' }
}

/**
 * Like claimOrCreateAccount, for a link or code that was sent for one account. It gives no access to any other existing
 * account.
 */
export async function claimAccountOfToken(
  trx: Transaction,
  { userId, purpose, sentTo }: RedeemedToken,
  context: RedemptionContext & { method: AmrMethod },
): Promise<Settled | 'invalid' | { invitation: 'invalid' | 'expired' }> {
  if (sentTo === null) return 'invalid'
  const destination: Destination = purpose === 'verify_phone' ? { phone: sentTo } : { email: sentTo }
  const opened = await claimOrCreateAccount(trx, destination, context)
  if (typeof opened === 'string' || 'invitation' in opened) return opened
  return opened.userId === userId || opened.loser === userId ? opened : 'invalid'
}

/**
 * Returns the account of the person who has just verified this email or phone. A new one is created if the email or
 * phone belongs to no account, or was removed from another account that had not verified it.
 */
async function claimOrCreateAccount(
  trx: Transaction,
  destination: Destination,
  {
    beginning,
    method,
    now,
    requestId,
  }: RedemptionContext & { beginning?: Beginning | undefined; method: AmrMethod },
): Promise<Settled | 'invalid' | { invitation: 'invalid' | 'expired' }> {
  const { userId, loser } = await claimAccount(trx, { ...destination, now })
  if (userId !== undefined) return { userId, method }
  if (beginning === undefined && loser === undefined) return 'invalid'
  const { metadata, code } = beginning ?? { metadata: {}, code: undefined }
  const created = await createAccount(trx, {
    fullName: deriveName(metadata, destination),
    email: destination.email ?? null,
    phone: destination.phone ?? null,
    passwordHash: null,
    code,
    now,
    requestId,
    isConfirmed: true,
    metadata,
  })
  if (created === 'invalid' || created === 'expired') return { invitation: created }
  if (created === 'taken') return 'invalid'
  return { userId: created.userId, method, hasUsedInvitation: code !== undefined, loser }
}
