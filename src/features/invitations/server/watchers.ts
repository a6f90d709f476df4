import { listAdminIds } from '~/database/admins'
import type { InvitationsContext } from './context'
import type { InvitationTallies } from './tallies'

export type TellContext = Pick<InvitationsContext, 'db' | 'live'> & {
  invitationTallies: Pick<InvitationTallies, 'forget'>
}

/** After a commit: the open screens of admins and of whoever made the codes read again, and what is counted for them too. */
export async function tellWatchers(
  { db, live, invitationTallies }: TellContext,
  creatorIds: readonly (string | null)[],
): Promise<void> {
  invitationTallies.forget()
  live.publish([...(await listAdminIds(db)), ...creatorIds], ['invitations'])
}
