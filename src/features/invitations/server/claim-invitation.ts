import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { type InvitationStatus, isCode, getCodeUsability } from '../rules/invitation-code'

/**
 * Marks a code as used by a person with a profile, within the transaction that makes them a member, and logs it.
 * Exactly one transaction can win: the check is in the UPDATE, so a second one waits for the row lock, sees the code as
 * used and changes nothing. The caller must roll back unless the result is `used`.
 */
export async function claimInvitation(
  trx: Transaction,
  { code, userId, now, requestId }: { code: string; userId: string; now: Date; requestId?: string },
): Promise<'used' | 'invalid' | 'expired'> {
  if (!isCode(code)) return 'invalid'
  const taken = await trx
    .updateTable('invitations')
    .set({ status: 'used', used_by: userId, used_at: now })
    .where('code', '=', code)
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(isCreatorPaused(now), '=', false)
    .returning('id')
    .executeTakeFirst()
  if (taken !== undefined) {
    await recordAudit(trx, {
      actorId: userId,
      action: 'invitations.use',
      subject: { type: 'invitation', id: taken.id },
      details: { code },
      requestId,
    })
    return 'used'
  }
  const invitation = await findInvitation(trx, code, now)
  return getCodeUsability(invitation, now) === 'expired' ? 'expired' : 'invalid'
}

/** Codes of a suspended or paused creator count as invalid. */
function isCreatorPaused(now: Date) {
  return sql<boolean>`exists (select from profiles creator join accounts using (id)
    where creator.id = invitations.created_by
      and (creator.invitations_paused_at is not null or accounts.suspended_until > ${now}::timestamptz))`
}

/**
 * Returns a code’s current status, without a lock. Expects the stored form of a code; anything else returns undefined.
 */
export async function findInvitation(db: Pick<Transaction, 'selectFrom'>, code: string, now: Date) {
  if (!isCode(code)) return undefined
  const row = await db
    .selectFrom('invitations')
    .select(['status', 'expires_at'])
    .where('code', '=', code)
    .where(isCreatorPaused(now), '=', false)
    .executeTakeFirst()
  return row && { status: row.status as InvitationStatus, expiresAt: row.expires_at }
}
