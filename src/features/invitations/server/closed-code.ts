import type { Transaction } from '~/database/connect'
import { type Closed, formatClosedCode } from '../rules/describe-closed-code'
import { type InvitationStatus, getCodeStatus } from '../rules/invitation-code'
import { refuse } from './refused-error'

type ClosedCode = Closed & { revokedBy?: string | null }

/**
 * Returns how a code was closed. With `ownerId`, finds only codes of this member.
 * @throws NOT_FOUND
 */
export async function getClosedCode(
  trx: Transaction,
  { id, ownerId, now }: { id: string; ownerId?: string | undefined; now: Date },
): Promise<ClosedCode> {
  const row = await trx
    .selectFrom('invitations as i')
    .leftJoin('profiles as used', 'used.id', 'i.used_by')
    .leftJoin('profiles as revoker', 'revoker.id', 'i.revoked_by')
    .select(['i.status', 'i.expires_at', 'i.used_at', 'i.revoked_at', 'i.revoked_by'])
    .select(['used.full_name as user_name', 'revoker.full_name as revoker_name'])
    .where('i.id', '=', id)
    .$if(ownerId !== undefined, (query) => query.where('i.created_by', '=', ownerId ?? null))
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  const status = getCodeStatus({ status: row.status as InvitationStatus, expiresAt: row.expires_at }, now)
  if (status === 'used') return { status, by: row.user_name, at: row.used_at }
  if (status === 'revoked') {
    // Members do not learn which admin revoked their code.
    const by = ownerId === undefined || row.revoked_by === ownerId ? row.revoker_name : 'An admin'
    return { status, by, at: row.revoked_at, revokedBy: row.revoked_by }
  }
  return { status: 'expired', by: null, at: row.expires_at }
}

/** Returns the error that says who used or revoked the code, or that it expired, and when. */
export function refuseClosed(closed: Closed, now: Date): Error {
  return refuse('NOT_PENDING', {
    message: formatClosedCode(closed, now),
    data: { status: closed.status, by: closed.by, at: closed.at?.toISOString() ?? null },
  })
}
