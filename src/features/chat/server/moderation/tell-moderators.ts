import type { ChatContext } from '../context'

/**
 * After the commit: the queue changed for everybody who works on it. Never rejects: what was done is done, and who is not
 * told reads the queue anew when they next look at it.
 */
export async function tellModerators({
  db,
  live,
  log,
}: Pick<ChatContext, 'db' | 'live' | 'log'>): Promise<void> {
  try {
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
  } catch (error) {
    log.error({ err: error }, 'chat: moderators could not be told of their queue')
  }
}
