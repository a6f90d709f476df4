import type { Transaction } from '~/database/connect'
import { inviteRequests, invitations } from './texts/invitations'
import { insertRows } from './insert-rows'
import { getPersonId } from './people'
import { seedId } from './random'

const DAY = 86_400_000

function getInvitationId(code: string): string {
  return seedId(
    'invitation',
    invitations.findIndex((invitation) => invitation.code === code),
  )
}

export async function seedInvitations(trx: Transaction, now: Date): Promise<void> {
  const subtractDays = (days: number): Date => new Date(now.getTime() - days * DAY)
  await insertRows(
    trx,
    'invitations',
    invitations.map((invitation, n) => {
      const usedAt = invitation.usedBy === undefined ? null : subtractDays(invitation.made - 2)
      return {
        id: seedId('invitation', n),
        code: invitation.code,
        status: invitation.status,
        created_by: getPersonId(invitation.by),
        used_by: invitation.usedBy === undefined ? null : getPersonId(invitation.usedBy),
        used_at: usedAt,
        note: invitation.note ?? null,
        sent_to: invitation.sentTo ?? null,
        revoked_by:
          invitation.status === 'revoked' ? getPersonId(invitation.revokedBy ?? invitation.by) : null,
        revoked_at: invitation.status === 'revoked' ? subtractDays(invitation.made - 1) : null,
        is_sample: true,
        created_at: subtractDays(invitation.made),
        expires_at: invitation.neverExpires === true ? null : subtractDays(invitation.made - 7),
      }
    }),
  )
  await insertRows(
    trx,
    'invite_requests',
    inviteRequests.map(({ daysAgo, status, reply, code, ...request }, n) => ({
      id: seedId('invite-request', n),
      ...request,
      status,
      is_sample: true,
      answer_message: reply ?? null,
      invitation_id: code === undefined ? null : getInvitationId(code),
      answered_by: status === 'pending' ? null : getPersonId('admin'),
      answered_at: status === 'pending' ? null : subtractDays(daysAgo - 1),
      created_at: subtractDays(daysAgo),
    })),
  )
}
