import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isUniqueViolation } from '~/database/postgres-errors'
import { issueToken } from '../tokens/issue-token'
import type { TokenPurpose } from '../tokens/one-time-tokens'
import { hashPassword } from '../passwords/password-hash'
import { takeOverAccount } from '../accounts/take-over-account'
import { withInvitedAccount } from './invite-user'
import {
  lockAccountForService,
  recordServiceAudit,
  type AccountError,
  type Service,
  type ServiceContext,
} from './service'

export type AdminLinkType =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'

export interface LinkRequest {
  type: AdminLinkType
  email: string
  /** For signup only. */
  password?: string | undefined
  /** For email_change_* only. */
  newEmail?: string | undefined
  metadata: Readonly<Record<string, unknown>>
  code: string | undefined
}

export interface MadeLink {
  userId: string
  token: string
  code: string
}

const purposes: Readonly<Record<AdminLinkType, TokenPurpose>> = {
  signup: 'verify_email',
  invite: 'invite',
  magiclink: 'sign_in',
  recovery: 'recover',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
}

/**
 * Returns the link and code for an email that the calling program sends itself. Earlier links and codes for the same
 * purpose become invalid. The types signup, invite and magiclink create the account if there is none.
 * @throws PasswordQueueFull
 */
export async function createAuthLink(
  context: ServiceContext,
  service: Service,
  request: LinkRequest,
): Promise<MadeLink | 'taken' | 'invalid' | 'expired' | AccountError> {
  const { type, email, password } = request
  // Hashed before the transaction, because hashing is slow.
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  if (type === 'signup' || type === 'invite')
    return withInvitedAccount(context, request, createLinkForUnverified)
  const known = await context.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (known === undefined)
    return type === 'magiclink' ? withInvitedAccount(context, request, createLinkForUnverified) : 'not_found'
  try {
    return await context.db.transaction().execute(async (trx) => {
      const account = await lockAccountForService(trx, known.id)
      if (typeof account === 'string') return account
      if (account.email !== email) return 'not_found'
      if (type === 'magiclink' || type === 'recovery')
        return createLink(trx, { userId: account.id, sentTo: email })
      return createEmailChangeLink(trx, account)
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }

  /** Creates the link for an account without a verified email. */
  async function createLinkForUnverified(trx: Transaction, userId: string) {
    if (passwordHash !== undefined) {
      await takeOverAccount(trx, { userId, now: context.now(), keep: 'email' })
      await trx
        .updateTable('accounts')
        .set({
          password_hash: passwordHash,
          // takeOverAccount has removed the metadata of an earlier sign-up.
          user_metadata: sql`accounts.user_metadata || ${JSON.stringify(request.metadata)}::jsonb`,
          updated_at: context.now(),
        })
        .where('id', '=', userId)
        .execute()
    }
    return createLink(trx, { userId, sentTo: email })
  }

  async function createEmailChangeLink(
    trx: Transaction,
    { id: userId, new_email: waiting }: { id: string; new_email: string | null },
  ): Promise<MadeLink | 'taken'> {
    const next = request.newEmail ?? ''
    const owner = await trx.selectFrom('accounts').select('id').where('email', '=', next).executeTakeFirst()
    if (owner !== undefined) return 'taken'
    if (waiting !== next)
      await trx
        .updateTable('accounts')
        .set({ new_email: next, new_email_confirmed_by: null, updated_at: context.now() })
        .where('id', '=', userId)
        .execute()
    return createLink(trx, { userId, sentTo: type === 'email_change_new' ? next : email, payload: { next } })
  }

  async function createLink(
    trx: Transaction,
    to: { userId: string; sentTo: string; payload?: Record<string, unknown> },
  ): Promise<MadeLink> {
    const { secret } = context
    const { token, code } = await issueToken(trx, {
      ...to,
      secret,
      purpose: purposes[type],
      now: context.now(),
    })
    await recordServiceAudit(trx, context, service, {
      did: 'users.make_link',
      userId: to.userId,
      details: { to: type },
    })
    return { userId: to.userId, token, code }
  }
}
