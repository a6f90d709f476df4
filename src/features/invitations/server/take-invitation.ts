import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { type InvitationStatus, isCode, judgeCode } from '../rules/invitation-code'

/**
 * Takes an invitation for a person who has a profile, inside the transaction that makes them a member, and writes it down.
 * Exactly one of any number of transactions gets it: the guard stands in the UPDATE itself, so a second one waits for the
 * row's lock, reads it again as used, and changes nothing. When the answer is not 'used' the caller must roll back.
 */
export async function takeInvitation(
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
    .where(isOfSomebodyPaused(now), '=', false)
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
  return judgeCode(invitation, now) === 'expired' ? 'expired' : 'invalid'
}

/** Suspended, or an admin looks into whom they let in: meanwhile their codes are as good as none. */
function isOfSomebodyPaused(now: Date) {
  return sql<boolean>`exists (select from profiles creator join accounts using (id)
    where creator.id = invitations.created_by
      and (creator.invitations_paused_at is not null or accounts.suspended_until > ${now}::timestamptz))`
}

/** What stands behind a code now; a look, not a promise. Expects a code in its stored spelling; nothing else is looked up. */
export async function findInvitation(db: Pick<Transaction, 'selectFrom'>, code: string, now: Date) {
  if (!isCode(code)) return undefined
  const row = await db
    .selectFrom('invitations')
    .select(['status', 'expires_at'])
    .where('code', '=', code)
    .where(isOfSomebodyPaused(now), '=', false)
    .executeTakeFirst()
  // The column's check allows these four words only.
  return row && { status: row.status as InvitationStatus, expiresAt: row.expires_at }
}
