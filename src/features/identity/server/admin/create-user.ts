import type { Transaction } from '~/database/connect'
import { type Refuse, runTransactionWithRollback } from '~/database/transaction-with-rollback'
import { refreshAfterUse } from '~/features/invitations/server/public'
import { createAccount } from '../accounts/create-account'
import { deriveName } from '../accounts/derive-name'
import { hashPassword } from '../passwords/password-hash'
import { mergeAppMetadata } from './merge-app-metadata'
import { recordServiceAudit, type Service, type ServiceContext } from './service'

export interface NewUser {
  /** Set by imports that preserve account ids. */
  id?: string | undefined
  /** At least one of email and phone is set. */
  email: string | null
  phone: string | null
  password?: string | undefined
  /** A PHC string of argon2id, instead of a password. */
  passwordHash?: string | undefined
  isEmailConfirmed: boolean
  isPhoneConfirmed: boolean
  metadata: Readonly<Record<string, unknown>>
  appMetadata: Readonly<Record<string, unknown>>
  /** An invitation code, normalized. Without a code, the person is a customer. */
  code: string | undefined
  bannedUntil?: Date | null | undefined
}

export type Created =
  | { userId: string }
  | 'email_taken'
  | 'phone_taken'
  | 'id_taken'
  | 'invalid'
  | 'expired'
  | 'too_large'

type CreateError = Exclude<Created, object>

/**
 * Creates an account at the request of a program with a service token. Sends no email.
 * @throws PasswordQueueFull
 */
export async function createUser(context: ServiceContext, service: Service, user: NewUser): Promise<Created> {
  const passwordHash =
    user.password === undefined ? (user.passwordHash ?? null) : await hashPassword(user.password)
  const created = await runTransactionWithRollback(context.db, async (trx, refuse: Refuse<CreateError>) => {
    const made = await insertUser(trx, context, { ...user, passwordHash })
    if (typeof made === 'string') return refuse(made)
    await recordServiceAudit(trx, context, service, { did: 'users.create', userId: made.userId })
    return made
  })
  if (typeof created === 'string') return created
  if (user.code !== undefined) await refreshAfterUse(context, created.userId)
  await context.accountPort.refreshAdminPages()
  return created
}

/** The caller must roll back unless this returns a user id. */
async function insertUser(
  trx: Transaction,
  context: ServiceContext,
  user: Omit<NewUser, 'passwordHash'> & { passwordHash: string | null },
): Promise<Created> {
  const now = context.now()
  const { email, phone, metadata, code, passwordHash, bannedUntil = null } = user
  const created = await createAccount(trx, {
    ...(user.id !== undefined && { id: user.id }),
    fullName: deriveName(metadata, email === null ? { phone: phone ?? '' } : { email }),
    email,
    phone,
    passwordHash,
    code,
    metadata,
    now,
    requestId: context.requestId,
  })
  if (created === 'taken') return findTakenField(trx, user)
  if (typeof created === 'string') return created
  await trx
    .updateTable('accounts')
    .set({
      email_verified_at: email !== null && user.isEmailConfirmed ? now : null,
      phone_verified_at: phone !== null && user.isPhoneConfirmed ? now : null,
      suspended_until: bannedUntil,
    })
    .where('id', '=', created.userId)
    .execute()
  const merged = await mergeAppMetadata(trx, { userId: created.userId, data: user.appMetadata, now })
  return merged === 'merged' ? created : merged
}

async function findTakenField(trx: Transaction, { email, phone }: Pick<NewUser, 'email' | 'phone'>) {
  const taken = await trx
    .selectFrom('accounts')
    .select(['email', 'phone'])
    .where((eb) => eb.or([eb('email', '=', email), eb('phone', '=', phone)]))
    .execute()
  if (email !== null && taken.some((row) => row.email === email)) return 'email_taken'
  return phone !== null && taken.some((row) => row.phone === phone) ? 'phone_taken' : 'id_taken'
}
