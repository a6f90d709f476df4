import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { endSessionsAndTrust, recordEvent, invalidateTokens } from '~/features/identity/server/public'
import { notify, settleNotifications } from '~/features/notifications/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { type AccountContext, changeAccount, type ChangedAccount } from './change-account'
import { confirmIdentity } from './confirm-identity'

type GrantableRole = 'moderator' | 'admin'
interface RoleChange {
  id: string
  role: GrantableRole
  password?: string | undefined
}
type RoleContext = AccountContext & Pick<Context, 'ip' | 'requestHeaders' | 'secret'>

/**
 * AD-06: assigns a role. Records nothing if the person already has it. Ends their sessions, so that an earlier stolen
 * session does not gain admin or moderator rights.
 */
export async function assignRole(context: RoleContext, input: RoleChange): Promise<void> {
  if (input.role === 'admin') await confirmIdentity(context, input.password)
  await changeAccount(context, input.id, async (trx, account, actorId) => {
    if (account.roles.includes(input.role)) return {}
    await trx.insertInto('user_roles').values({ user_id: account.id, role: input.role }).execute()
    const { id: callerId, sessionId } = requireCaller(context)
    const except = account.id === callerId ? sessionId : undefined
    const ended = await endSessionsAndTrust(trx, { userId: account.id, except, now: context.now() })
    // Programs can create sign-in links for people, but not for staff. So links created before the role change are
    // invalidated.
    await invalidateTokens(trx, { userId: account.id, now: context.now() })
    if (input.role === 'moderator') {
      await settleNotifications(trx, toRoleNotification(account))
      await notify(trx, context.jobs, [
        { userId: account.id, kind: 'moderator_role', actorId: null, subjectId: account.id },
      ])
    }
    await recordRoleAudit(trx, context, {
      action: 'users.assign_role',
      actorId,
      account,
      role: input.role,
      ended,
    })
    return { topics: ['identity', 'notifications', 'chat'], hasLostAccess: true }
  })
}

/**
 * Removes a role; a role that the person does not have is ignored. Refuses to remove the role of the last admin who
 * isn’t suspended.
 */
export async function removeRole(context: RoleContext, input: RoleChange): Promise<void> {
  if (input.role === 'admin') await confirmIdentity(context, input.password)
  await changeAccount(context, input.id, async (trx, account, actorId) => {
    if (!account.roles.includes(input.role)) return {}
    if (input.role === 'admin' && !(await hasOtherAdmin(trx, account.id))) throw refuse('LAST_ADMIN')
    await trx
      .deleteFrom('user_roles')
      .where('user_id', '=', account.id)
      .where('role', '=', input.role)
      .execute()
    if (input.role === 'moderator') await settleNotifications(trx, toRoleNotification(account))
    await recordRoleAudit(trx, context, { action: 'users.remove_role', actorId, account, role: input.role })
    return { topics: ['identity', 'notifications', 'chat'], hasLostAccess: true }
  })
}

/** Whether there is another admin who can sign in, so not a suspended one. */
async function hasOtherAdmin(trx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from user_roles r where r.role = 'admin' and r.user_id <> ${id}::uuid and not is_suspended(r.user_id)
    limit 1`.execute(trx)
  return rows.length > 0
}

const toRoleNotification = ({ id }: ChangedAccount) => ({ subjectId: id, kinds: ['moderator_role'] as const })

async function recordRoleAudit(
  trx: Transaction,
  { requestId, now }: Pick<RoleContext, 'now' | 'requestId'>,
  entry: {
    action: 'users.assign_role' | 'users.remove_role'
    actorId: string
    account: ChangedAccount
    role: GrantableRole
    ended?: number
  },
): Promise<void> {
  const { account, actorId, role, ended } = entry
  const kind = entry.action === 'users.assign_role' ? 'role_assigned' : 'role_removed'
  await recordEvent(trx, { userId: account.id, actorId, kind, at: now(), details: { role, ended } })
  await recordAudit(trx, {
    actorId: entry.actorId,
    action: entry.action,
    subject: { type: 'person', id: entry.account.id },
    details: { role: entry.role },
    requestId,
  })
}
