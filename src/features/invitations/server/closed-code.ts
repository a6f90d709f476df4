import type { Transaction } from '~/database/connect'
import { type Closed, formatClosedCode } from '../rules/describe-closed-code'
import { type InvitationStatus, getCodeStatus } from '../rules/invitation-code'

export type NotOpen = { refused: 'not_found' } | { refused: 'closed'; closed: Closed }

/** Returns why an update did not find an open code. With `ownerId`, considers only codes of this member. */
export async function explainNotOpen(
  trx: Transaction,
  { id, ownerId, now }: { id: string; ownerId?: string | undefined; now: Date },
): Promise<NotOpen & { revokedBy?: string | null }> {
  const row = await trx
    .selectFrom('invitations as i')
    .leftJoin('profiles as used', 'used.id', 'i.used_by')
    .leftJoin('profiles as revoker', 'revoker.id', 'i.revoked_by')
    .select(['i.status', 'i.expires_at', 'i.used_at', 'i.revoked_at', 'i.revoked_by'])
    .select(['used.full_name as user_name', 'revoker.full_name as revoker_name'])
    .where('i.id', '=', id)
    .$if(ownerId !== undefined, (query) => query.where('i.created_by', '=', ownerId ?? null))
    .executeTakeFirst()
  if (!row) return { refused: 'not_found' }
  const status = getCodeStatus({ status: row.status as InvitationStatus, expiresAt: row.expires_at }, now)
  if (status === 'used') return toClosed(status, row.user_name, row.used_at)
  if (status === 'revoked') {
    // Members do not learn which admin it was.
    const by = ownerId === undefined || row.revoked_by === ownerId ? row.revoker_name : 'An admin'
    return { ...toClosed(status, by, row.revoked_at), revokedBy: row.revoked_by }
  }
  return toClosed('expired', null, row.expires_at)
}

function toClosed(status: Closed['status'], by: string | null, at: Date | null): NotOpen {
  return { refused: 'closed', closed: { status, by, at } }
}

/** Returns the message and data of the error NOT_PENDING. */
export function describeClosedCode(closed: Closed, now: Date) {
  return {
    message: formatClosedCode(closed, now),
    data: { status: closed.status, by: closed.by, at: closed.at?.toISOString() ?? null },
  }
}
