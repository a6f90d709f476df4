import type { Transaction } from '~/database/connect'
import type { Destination } from '../../rules/destination'
import { claimAccount } from '../accounts/claim-account'
import { createAccount } from '../accounts/create-account'
import { nameOf } from '../accounts/name-of'
import type { AmrMethod } from '../sessions/sessions'
import type { ToldChange } from '../mail/tell-of-change'
import { isContested } from './contest'
import { confirmEmailChange } from './confirm-email-change'
import { confirmPhoneChange, phoneChangeOf } from './confirm-phone-change'
import type { Beginning } from './jobs'
import type { RedeemedToken } from '../tokens/redeem-token'

export interface Settled {
  userId: string
  method: AmrMethod
  /** An account that began with this used an invitation. */
  hasUsedInvitation?: boolean
  /** Who had only named the address or number, and goes on without. */
  loser?: string | undefined
  /** What the person is told, also where they were reached before. */
  changed?: Pick<ToldChange, 'what' | 'formerEmail' | 'formerPhone'>
}

/** The other end of a change of address still has to say yes. */
export interface HalfChanged {
  half: true
  userId: string
  missing: string
}

export type SettledProof =
  | Settled
  | HalfChanged
  | 'dead'
  | 'taken'
  | 'elsewhere'
  | { invitation: 'invalid' | 'expired' }

/** What a token that was redeemed stands for is done. When it answers `invitation` or 'elsewhere', the caller must roll back. */
export async function settleProof(
  trx: Transaction,
  redeemed: RedeemedToken,
  {
    now,
    requestId,
    isInside = false,
  }: {
    now: Date
    requestId: string
    /** Whoever holds it up is signed in to the account that it is for. */
    isInside?: boolean
  },
): Promise<SettledProof> {
  const { userId, purpose, sentTo } = redeemed
  switch (purpose) {
    case 'verify_email':
    case 'verify_phone':
      return confirmOwn(trx, redeemed, { now, isInside })
    case 'sign_in':
    case 'phone_sign_in': {
      if (sentTo === null) return 'dead'
      const who: Destination = purpose === 'sign_in' ? { email: sentTo } : { phone: sentTo }
      const beginning = redeemed.payload['beginning']
      const claimed = await claimAccount(trx, { ...who, now, begins: beginning !== undefined })
      if (claimed === 'elsewhere') return claimed
      if (claimed?.userId !== undefined) return { userId: claimed.userId, method: 'otp' }
      return begin(trx, who, { beginning, now, requestId, loser: claimed?.loser })
    }
    case 'recover':
    case 'invite': {
      const claimed =
        sentTo === null ? undefined : await claimAccount(trx, { email: sentTo, now, begins: false })
      if (claimed === 'elsewhere') return claimed
      if (claimed === undefined || claimed.userId !== userId) return 'dead'
      return { userId, method: purpose === 'recover' ? 'recovery' : 'invite' }
    }
    case 'email_change_current':
    case 'email_change_new': {
      const step = await confirmEmailChange(trx, redeemed, now)
      if (step.step === 'changed')
        return {
          userId: step.userId,
          method: 'otp',
          loser: step.loser,
          changed: step.isFirst
            ? { what: 'email_added' }
            : { what: 'email_changed', formerEmail: step.former },
        }
      return step.step === 'half' ? { half: true, userId: step.userId, missing: step.missing } : step.step
    }
    case 'phone_change': {
      const step = await confirmPhoneChange(trx, redeemed, now)
      if (typeof step === 'string' || userId === null) return step === 'taken' ? 'taken' : 'dead'
      return { userId, method: 'otp', loser: step.loser, changed: phoneChangeOf(step) }
    }
    // A nonce is taken by whoever asks for it, and is no way in.
    default:
      return 'dead'
  }
}

/**
 * Whoever signed up reads what was sent there: their password stays, unlike with a proof that anybody could have asked for.
 * Unless two did, with different ones.
 */
async function confirmOwn(
  trx: Transaction,
  { userId, purpose, sentTo, payload }: RedeemedToken,
  { now, isInside }: { now: Date; isInside: boolean },
): Promise<SettledProof> {
  if (userId === null) return 'dead'
  if (sentTo !== null && (payload['contested'] === true || (await isContested(trx, { userId, sentTo })))) {
    const who: Destination = purpose === 'verify_email' ? { email: sentTo } : { phone: sentTo }
    const claimed = await claimAccount(trx, { ...who, now, begins: false })
    // Whoever is in there, and had proven something else, is no thief whose password would have to go.
    if (claimed !== 'elsewhere') return claimed?.userId === userId ? { userId, method: 'otp' } : 'dead'
    if (!isInside) return claimed
  }
  const [column, confirmed] =
    purpose === 'verify_email'
      ? (['email', 'email_verified_at'] as const)
      : (['phone', 'phone_verified_at'] as const)
  let update = trx
    .updateTable('accounts')
    .set((eb) => ({ [confirmed]: eb.fn.coalesce(confirmed, eb.val(now)), updated_at: now }))
    .where('id', '=', userId)
  if (sentTo !== null) update = update.where(column, '=', sentTo)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return numUpdatedRows === 0n ? 'dead' : { userId, method: 'otp' }
}

/** Nobody has an account there: one begins, when that is what was asked for. */
async function begin(
  trx: Transaction,
  who: Destination,
  {
    beginning,
    now,
    requestId,
    loser,
  }: { beginning: unknown; now: Date; requestId: string; loser: string | undefined },
): Promise<SettledProof> {
  if (beginning === undefined) return 'dead'
  // As it was written by the job.
  const { metadata, code } = beginning as Beginning
  const created = await createAccount(trx, {
    fullName: nameOf(metadata, who),
    email: who.email ?? null,
    phone: who.phone ?? null,
    passwordHash: null,
    code,
    now,
    requestId,
    isConfirmed: true,
    metadata,
  })
  if (created === 'invalid' || created === 'expired') return { invitation: created }
  if (created === 'taken') return 'dead'
  return { userId: created.userId, method: 'otp', hasUsedInvitation: code !== undefined, loser }
}
