import type { ChatContext } from '../context'

/** After the commit: the queue changed for everybody who works on it. */
export async function tellModerators({ db, live }: Pick<ChatContext, 'db' | 'live'>): Promise<void> {
  const rows = await db
    .selectFrom('user_roles')
    .where('role', 'in', ['moderator', 'admin'])
    .select('user_id')
    .distinct()
    .execute()
  live.publish(
    rows.map((row) => row.user_id),
    ['chat'],
  )
}
