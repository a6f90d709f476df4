import type { Database } from '~/database/connect'
import type { Live } from '~/platform/live/live'

/** After the commit: whoever made the code, and the admins, see at once that this person has used it. */
export async function tellOfUse(
  { db, live }: { db: Database; live: Pick<Live, 'publish'> },
  userId: string,
): Promise<void> {
  const concerned = await db
    .selectFrom('invitations')
    .select('created_by as id')
    .where('used_by', '=', userId)
    .unionAll(db.selectFrom('user_roles').select('user_id as id').where('role', '=', 'admin'))
    .execute()
  live.publish(
    concerned.map(({ id }) => id),
    ['invitations'],
  )
}
