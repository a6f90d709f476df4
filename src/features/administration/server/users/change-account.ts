import { ORPCError } from '@orpc/client'
import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { SESSION_TOPIC } from '~/platform/live/live'
import { requireCaller } from '~/platform/rpc/context'
import { accessErrors } from '~/platform/rpc/access-errors'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { refreshAdminPages } from '../refresh-admin-pages'

export interface ChangedAccount {
  id: string
  isVerified: boolean
  roles: readonly string[]
  /** The end of the suspension; null if there is none or it has ended. */
  suspendedUntil: Date | null
  suspendedReason: string | null
}

export type AccountContext = Pick<
  Context,
  'caller' | 'db' | 'jobs' | 'limits' | 'live' | 'now' | 'requestId' | 'tallies'
>

/** The topics that the affected person's open browsers must refetch, and whether the person may have lost access. */
export interface Changed {
  topics?: readonly string[]
  hasLostAccess?: boolean
}

/**
 * Runs one admin’s change to one account. Changes run one at a time across the site (with the lock of the last-admin
 * trigger), and only if the actor is still an admin. Afterwards, all open views of the account refetch.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function changeAccount(
  context: AccountContext,
  id: string,
  change: (trx: Transaction, account: ChangedAccount, actorId: string) => Promise<Changed>,
): Promise<void> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const changed = await context.db.transaction().execute(async (trx) => {
    const actorId = await lockAdmins(trx, context)
    const account = await lockAccount(trx, id, context.now())
    return change(trx, account, actorId)
  })
  await publishAccountChange(context, id, changed)
}

/**
 * Makes changes by admins run one at a time until the transaction ends. Returns the actor’s id.
 * @throws FORBIDDEN if the actor has lost the admin role or was suspended since the call began
 */
export async function lockAdmins(trx: Transaction, context: Pick<Context, 'caller'>): Promise<string> {
  const actorId = requireCaller(context).id
  await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)
  const { rows } = await sql`
    select from user_roles r where r.user_id = ${actorId}::uuid and r.role = 'admin' and not is_suspended(r.user_id)`.execute(
    trx,
  )
  const { code, status, message } = accessErrors.forbidden
  if (rows.length === 0) throw new ORPCError(code, { status, message })
  return actorId
}

async function lockAccount(trx: Transaction, id: string, now: Date): Promise<ChangedAccount> {
  const row = await trx
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select(['a.id', 'a.suspended_until', 'a.suspended_reason', 'p.is_verified'])
    .select(sql<string[]>`array(select r.role from user_roles r where r.user_id = a.id)`.as('roles'))
    .where('a.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  const isSuspended = row.suspended_until !== null && row.suspended_until > now
  return {
    id: row.id,
    isVerified: row.is_verified,
    roles: row.roles,
    suspendedUntil: isSuspended ? row.suspended_until : null,
    suspendedReason: isSuspended ? row.suspended_reason : null,
  }
}

/** Publishes a committed account change to open browsers. */
export async function publishAccountChange(
  context: Pick<Context, 'db' | 'live' | 'tallies'>,
  id: string,
  { topics = [], hasLostAccess = false }: Changed,
): Promise<void> {
  context.tallies.forget()
  if (hasLostAccess) context.live.publish([id], [SESSION_TOPIC])
  if (topics.length > 0) context.live.publish([id], topics)
  await refreshAdminPages(context)
}
