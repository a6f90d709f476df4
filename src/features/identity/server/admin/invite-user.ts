import type { Transaction } from '~/database/connect'
import { type Refuse, runTransactionWithRollback } from '~/database/transaction-with-rollback'
import { refreshAfterUse } from '~/features/invitations/server/public'
import { inviteJob, type Invite } from '../email-and-sms/jobs'
import { limitEmailsTo } from '../limits/send-limits'
import { createAccount } from '../accounts/create-account'
import { deriveName } from '../accounts/derive-name'
import { lockAccountForService, recordServiceAudit, type Service, type ServiceContext } from './service'

export interface Invited {
  email: string
  metadata: Readonly<Record<string, unknown>>
  /** An invitation code, normalized: the person becomes a member. */
  code: string | undefined
}

type InviteError = 'taken' | 'is_staff' | 'invalid' | 'expired'

/**
 * Creates an account without a password for this email and sends it an invitation. For an existing unverified account,
 * sends the invitation again. Returns `taken` if the account with this email is verified.
 * @throws TOO_MANY_REQUESTS
 */
export async function inviteUser(
  context: ServiceContext,
  service: Service,
  { redirectTo, ...invited }: Invited & { redirectTo: string | undefined },
): Promise<{ userId: string } | InviteError> {
  await limitEmailsTo(context, 'invite', invited.email)
  const outcome = await withInvitedAccount(context, invited, async (trx, userId) => {
    const job: Invite = { userId, redirectTo }
    await context.jobs.enqueue(trx, inviteJob, job)
    await recordServiceAudit(trx, context, service, { did: 'users.invite', userId })
    return { userId }
  })
  if (typeof outcome !== 'string') await context.accountPort.refreshAdminPages()
  return outcome
}

/** Calls `run` with the unverified account of this email, and creates it if there is none. */
export async function withInvitedAccount<T>(
  context: ServiceContext,
  { email, metadata, code }: Invited,
  run: (trx: Transaction, userId: string) => Promise<T>,
): Promise<T | InviteError> {
  const now = context.now()
  const done = await runTransactionWithRollback(context.db, async (trx, refuse: Refuse<InviteError>) => {
    const known = await trx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
    const account = known === undefined ? 'not_found' : await lockAccountForService(trx, known.id)
    if (account === 'is_staff') return refuse('is_staff')
    if (account !== 'not_found') {
      const isVerified = account.email_verified_at !== null || account.phone_verified_at !== null
      if (isVerified || account.email !== email) return refuse('taken')
      return { userId: account.id, isNew: false, result: await run(trx, account.id) }
    }
    const created = await createAccount(trx, {
      fullName: deriveName(metadata, { email }),
      email,
      passwordHash: null,
      code,
      metadata,
      now,
      requestId: context.requestId,
    })
    if (typeof created === 'string') return refuse(created)
    const { userId } = created
    return { userId, isNew: true, result: await run(trx, userId) }
  })
  if (typeof done === 'string') return done
  if (done.isNew && code !== undefined) await refreshAfterUse(context, done.userId)
  return done.result
}
