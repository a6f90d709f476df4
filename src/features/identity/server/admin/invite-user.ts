import type { Transaction } from '~/database/connect'
import { tellOfUse } from '~/features/invitations/server/public'
import { inviteJob, type Invite } from '../codes/jobs'
import { limitMailTo } from '../limits/send-limits'
import { createAccount } from '../accounts/create-account'
import { nameOf } from '../accounts/name-of'
import { holdForService, recordService, type Service, type ServiceContext } from './service'

export interface Invited {
  email: string
  metadata: Readonly<Record<string, unknown>>
  /** Of an invitation, normalised: whoever accepts is a member. */
  code: string | undefined
}

type Refusal = 'taken' | 'is_admin' | 'invalid' | 'expired'

// Thrown through the transaction, so that it rolls back.
class Refused extends Error {
  readonly why: Refusal
  constructor(why: Refusal) {
    super(why)
    this.why = why
  }
}

/**
 * An account without a password for this address, and a mail that lets its reader in. Whoever was invited and has not come yet is
 * mailed again; `taken` is the address of somebody who has proven to be there. @throws TOO_MANY_REQUESTS
 */
export async function inviteUser(
  context: ServiceContext,
  service: Service,
  { redirectTo, ...invited }: Invited & { redirectTo: string | undefined },
): Promise<{ userId: string } | Refusal> {
  await limitMailTo(context, 'invite', invited.email)
  const outcome = await withInvited(context, invited, async (trx, userId) => {
    const job: Invite = { userId, redirectTo }
    await context.jobs.enqueue(trx, inviteJob, job)
    await recordService(trx, context, service, { did: 'users.invite', userId })
    return { userId }
  })
  if (typeof outcome !== 'string') await context.accountPort.tellPanel()
  return outcome
}

/** Runs with the account of this address that nobody has proven to own, made here where there is none. */
export async function withInvited<T>(
  context: ServiceContext,
  { email, metadata, code }: Invited,
  run: (trx: Transaction, userId: string) => Promise<T>,
): Promise<T | Refusal> {
  const now = context.now()
  try {
    const done = await context.db.transaction().execute(async (trx) => {
      const known = await trx
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst()
      const account = known === undefined ? 'not_found' : await holdForService(trx, known.id)
      if (account === 'is_admin') throw new Refused('is_admin')
      if (account !== 'not_found') {
        const isProven = account.email_verified_at !== null || account.phone_verified_at !== null
        if (isProven || account.email !== email) throw new Refused('taken')
        return { userId: account.id, isNew: false, answer: await run(trx, account.id) }
      }
      const created = await createAccount(trx, {
        fullName: nameOf(metadata, { email }),
        email,
        passwordHash: null,
        code,
        metadata,
        now,
        requestId: context.requestId,
      })
      if (typeof created === 'string') throw new Refused(created)
      const { userId } = created
      return { userId, isNew: true, answer: await run(trx, userId) }
    })
    if (done.isNew && code !== undefined) await tellOfUse(context, done.userId)
    return done.answer
  } catch (error) {
    if (error instanceof Refused) return error.why
    throw error
  }
}
