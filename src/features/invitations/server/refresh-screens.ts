import { listAdminIds } from '~/database/admins'
import type { InvitationsContext } from './context'
import type { InvitationTallies } from './invitation-counts'

export type NotifyContext = Pick<InvitationsContext, 'db' | 'live'> & {
  invitationTallies: Pick<InvitationTallies, 'forget'>
}

/** Makes open screens of admins and the codes’ creators refetch, and clears cached counts. Call after the commit. */
export async function refreshInvitationScreens(
  { db, live, invitationTallies }: NotifyContext,
  creatorIds: readonly (string | null)[],
): Promise<void> {
  invitationTallies.forget()
  live.publish([...(await listAdminIds(db)), ...creatorIds], ['invitations'])
}
