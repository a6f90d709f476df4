import type { ChatContext } from '../context'

/**
 * Makes moderators' open pages reload the queue after the commit. Never rejects: a page that missed the
 * update reloads the queue when it is next opened.
 */
export async function publishQueue({
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
      ['chat', 'notifications'],
    )
  } catch (error) {
    log.error({ err: error }, 'chat: moderators could not be notified of a changed queue')
  }
}
