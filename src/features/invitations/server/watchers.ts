import type { Database } from '~/database/connect'
import type { InvitationsContext } from './context'

/** Who sees a change of a code: the admins, and whoever made it. */
export async function invitationWatchers(
  db: Pick<Database, 'selectFrom'>,
  creatorIds: readonly (string | null)[],
): Promise<(string | null)[]> {
  const admins = await db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
  return [...admins.map(({ user_id }) => user_id), ...creatorIds]
}

/** After a commit: the open screens of admins and creators read again. */
export async function tellWatchers(
  { db, live, invitationTallies }: Pick<InvitationsContext, 'db' | 'live' | 'invitationTallies'>,
  creatorIds: readonly (string | null)[],
): Promise<void> {
  invitationTallies.forget()
  live.publish(await invitationWatchers(db, creatorIds), ['invitations'])
}
