import { sql } from 'kysely'
import { type AuditAction, type AuditDetails, recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { IdentityContext } from '../context'
import type { AccountPort } from './account-port'

export interface Service {
  id: string
  name: string
}

export type ServiceContext = IdentityContext & { accountPort: AccountPort }

export type AccountError = 'not_found' | 'is_staff'

/**
 * Locks an account for a change by a program, under the lock for role changes. Admins and moderators are refused: with
 * a stolen service token, an attacker could change their password and sign in as them.
 */
export async function lockAccountForService(trx: Transaction, userId: string) {
  if (!isId(userId)) return 'not_found'
  await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)
  const account = await trx
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .selectAll('a')
    .select('p.full_name')
    .select(
      sql<boolean>`exists (select from user_roles r where r.user_id = a.id and r.role in ('admin', 'moderator'))`.as(
        'is_staff',
      ),
    )
    .where('a.id', '=', userId)
    .forUpdate('a')
    .executeTakeFirst()
  if (account === undefined) return 'not_found'
  return account.is_staff ? 'is_staff' : account
}

export type HeldAccount = Exclude<Awaited<ReturnType<typeof lockAccountForService>>, AccountError>

/** Records a service’s action in the audit log, under the service’s name. */
export async function recordServiceAudit(
  trx: Transaction,
  { requestId }: Pick<IdentityContext, 'requestId'>,
  service: Service,
  { did, userId, details = {} }: { did: AuditAction; userId: string; details?: AuditDetails },
): Promise<void> {
  await recordAudit(trx, {
    actorId: null,
    action: did,
    subject: { type: 'person', id: userId },
    details: { ...details, service: service.name },
    requestId,
  })
}
