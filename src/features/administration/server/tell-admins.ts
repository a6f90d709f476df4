import type { Database } from '~/database/connect'
import type { Live } from '~/platform/live/live'

/** After a commit: the open panels of all admins read again what this feature shows. */
export async function tellAdmins({ db, live }: { db: Database; live: Pick<Live, 'publish'> }): Promise<void> {
  const admins = await db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
  live.publish(
    admins.map(({ user_id }) => user_id),
    ['administration'],
  )
}
