import type { Transaction } from '~/database/connect'
import { claimInvitation } from '~/features/invitations/server/public'

export type NewAccount = {
  fullName: string
  /** The normalized email. At least one of email and phone is set. */
  email: string | null
  /** E.164. */
  phone?: string | null
  /** Null if the account has other sign-in methods. */
  passwordHash: string | null
  /** An invitation code, normalized. Without a code, the person is a customer. */
  code: string | undefined
  now: Date
  /** Without a role, the account belongs to a member if there is a code, otherwise to a customer. */
  role?: 'admin'
  requestId?: string
  /** The account's id, for callers whose response contains an id even when no account is created. */
  id?: string
  /** Whether the email or phone is already verified. */
  isConfirmed?: boolean
  /** Additional metadata from an app. */
  metadata?: Readonly<Record<string, unknown>>
}

/**
 * Creates account, profile and role, and marks the invitation as used. The caller must roll back unless this returns a
 * user id. Locks the email (by its unique index), then the invitation.
 */
export async function createAccount(
  trx: Transaction,
  {
    id,
    fullName,
    email,
    phone = null,
    passwordHash,
    code,
    now,
    role,
    requestId,
    isConfirmed,
    metadata,
  }: NewAccount,
): Promise<{ userId: string } | 'taken' | 'invalid' | 'expired'> {
  const account = await trx
    .insertInto('accounts')
    .values({
      ...(id !== undefined && { id }),
      email,
      phone,
      password_hash: passwordHash,
      user_metadata: JSON.stringify({ ...metadata, full_name: fullName }),
      ...(isConfirmed && { email_verified_at: email && now, phone_verified_at: phone && now }),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (account === undefined) return 'taken'
  const userId = account.id
  await trx
    .insertInto('profiles')
    .values({ id: userId, full_name: fullName, email, created_at: now })
    .execute()
  await trx
    .insertInto('user_roles')
    .values({ user_id: userId, role: role ?? (code === undefined ? 'customer' : 'user') })
    .execute()
  if (code !== undefined) {
    const outcome = await claimInvitation(trx, { code, userId, now, ...(requestId && { requestId }) })
    if (outcome !== 'used') return outcome
  }
  return { userId }
}
