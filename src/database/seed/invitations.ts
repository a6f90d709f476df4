import type { Transaction } from '../connect'
import { inviteRequests, invitations } from './texts/invitations'
import { insertRows } from './insert-rows'
import { personId } from './people'
import { seedId } from './random'

const DAY = 86_400_000

function invitationId(code: string): string {
  return seedId(
    'invitation',
    invitations.findIndex((one) => one.code === code),
  )
}

export async function seedInvitations(trx: Transaction, now: Date): Promise<void> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY)
  await insertRows(
    trx,
    'invitations',
    invitations.map((invitation, n) => {
      const usedAt = invitation.usedBy === undefined ? null : daysAgo(invitation.made - 2)
      return {
        id: seedId('invitation', n),
        code: invitation.code,
        status: invitation.status,
        created_by: personId(invitation.by),
        used_by: invitation.usedBy === undefined ? null : personId(invitation.usedBy),
        used_at: usedAt,
        note: invitation.note ?? null,
        sent_to: invitation.sentTo ?? null,
        revoked_by: invitation.status === 'revoked' ? personId(invitation.revokedBy ?? invitation.by) : null,
        revoked_at: invitation.status === 'revoked' ? daysAgo(invitation.made - 1) : null,
        is_sample: true,
        created_at: daysAgo(invitation.made),
        expires_at: invitation.neverExpires === true ? null : daysAgo(invitation.made - 7),
      }
    }),
  )
  await insertRows(
    trx,
    'invite_requests',
    inviteRequests.map(({ asked, status, words, code, ...request }, n) => ({
      id: seedId('invite-request', n),
      ...request,
      status,
      is_sample: true,
      answer_message: words ?? null,
      invitation_id: code === undefined ? null : invitationId(code),
      answered_by: status === 'pending' ? null : personId('admin'),
      answered_at: status === 'pending' ? null : daysAgo(asked - 1),
      created_at: daysAgo(asked),
    })),
  )
}
