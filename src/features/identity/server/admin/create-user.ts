import type { Transaction } from '~/database/connect'
import { tellOfUse } from '~/features/invitations/server/public'
import { createAccount } from '../accounts/create-account'
import { nameOf } from '../accounts/name-of'
import { hashPassword } from '../passwords/password-hash'
import { mergeAppMetadata } from './merge-app-metadata'
import { recordService, type Service, type ServiceContext } from './service'

export interface NewUser {
  /** Of the account, where whoever moves accounts in keeps their ids. */
  id?: string | undefined
  /** One of the two at least. */
  email: string | null
  phone: string | null
  password?: string | undefined
  /** A PHC string of argon2id, instead of a password. */
  passwordHash?: string | undefined
  isEmailConfirmed: boolean
  isPhoneConfirmed: boolean
  metadata: Readonly<Record<string, unknown>>
  appMetadata: Readonly<Record<string, unknown>>
  /** Of an invitation, normalised. Without one the account is a customer's. */
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

// Thrown to roll the transaction back.
class Refused extends Error {
  readonly why: Exclude<Created, object>
  constructor(why: Exclude<Created, object>) {
    super(why)
    this.why = why
  }
}

/** An account as a program makes it. Nothing is mailed. @throws PasswordQueueFull */
export async function createUser(context: ServiceContext, service: Service, user: NewUser): Promise<Created> {
  const passwordHash =
    user.password === undefined ? (user.passwordHash ?? null) : await hashPassword(user.password)
  try {
    const userId = await context.db.transaction().execute(async (trx) => {
      const made = await insertUser(trx, context, { ...user, passwordHash })
      await recordService(trx, context, service, { did: 'users.create', userId: made })
      return made
    })
    if (user.code !== undefined) await tellOfUse(context, userId)
    await context.accountPort.tellPanel()
    return { userId }
  } catch (error) {
    if (error instanceof Refused) return error.why
    throw error
  }
}

/** @throws Refused, which must roll back */
async function insertUser(
  trx: Transaction,
  context: ServiceContext,
  user: Omit<NewUser, 'passwordHash'> & { passwordHash: string | null },
): Promise<string> {
  const now = context.now()
  const { email, phone, metadata, code, passwordHash, bannedUntil = null } = user
  const created = await createAccount(trx, {
    ...(user.id !== undefined && { id: user.id }),
    fullName: nameOf(metadata, email === null ? { phone: phone ?? '' } : { email }),
    email,
    phone,
    passwordHash,
    code,
    metadata,
    now,
    requestId: context.requestId,
  })
  if (created === 'taken') throw new Refused(await whatIsTaken(trx, user))
  if (typeof created === 'string') throw new Refused(created)
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
  if (merged !== 'merged') throw new Refused(merged)
  return created.userId
}

async function whatIsTaken(trx: Transaction, { email, phone }: Pick<NewUser, 'email' | 'phone'>) {
  const taken = await trx
    .selectFrom('accounts')
    .select(['email', 'phone'])
    .where((eb) => eb.or([eb('email', '=', email), eb('phone', '=', phone)]))
    .execute()
  if (email !== null && taken.some((row) => row.email === email)) return 'email_taken'
  return phone !== null && taken.some((row) => row.phone === phone) ? 'phone_taken' : 'id_taken'
}
