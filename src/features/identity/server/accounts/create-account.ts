import type { Transaction } from '~/database/connect'
import { takeInvitation } from '~/features/invitations/server/public'

export type NewAccount = {
  fullName: string
  /** Normalised; one of the two at least. */
  email: string | null
  /** E.164. */
  phone?: string | null
  /** Null: the account has other sign-in methods. */
  passwordHash: string | null
  /** Of an invitation, normalised; without one the account is a customer's. */
  code: string | undefined
  now: Date
  /** Without one: a member with a code, else a customer. */
  role?: 'admin'
  requestId?: string
  /** Set when the answer contains it in any case. */
  id?: string
  /** The email or phone is verified already. */
  isConfirmed?: boolean
  /** Further metadata of an app. */
  metadata?: Readonly<Record<string, unknown>>
}

/**
 * Creates account, profile and role, and uses the invitation. The caller rolls back unless it returns a user id. Locks the email (unique
 * index), then the invitation.
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
    const outcome = await takeInvitation(trx, { code, userId, now, ...(requestId && { requestId }) })
    if (outcome !== 'used') return outcome
  }
  return { userId }
}
