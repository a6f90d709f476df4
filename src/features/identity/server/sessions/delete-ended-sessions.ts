import type { Database } from '~/database/connect'

/**
 * How long an ended session is stored: long enough to look it up, to recognize its network and to report that an old
 * link has expired.
 */
export const ENDED_SESSION_RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Deletes sessions and link tokens that ended or expired more than 30 days before `now`. Returns how many. */
export async function deleteEndedSessions(
  db: Database,
  now: Date,
): Promise<{ sessions: number; tokens: number }> {
  const before = new Date(now.getTime() - ENDED_SESSION_RETENTION_MS)
  const sessions = await db
    .deleteFrom('sessions')
    .where((eb) => eb(eb.fn.coalesce('ended_at', 'expires_at'), '<', before))
    .executeTakeFirst()
  const tokens = await db.deleteFrom('one_time_tokens').where('expires_at', '<', before).executeTakeFirst()
  // Rows of these tables are valid for minutes only, so they are deleted sooner.
  for (const table of ['sign_in_flows', 'auth_codes'] as const)
    await db
      .deleteFrom(table)
      .where('expires_at', '<', new Date(now.getTime() - 60 * 60 * 1000))
      .execute()
  return { sessions: Number(sessions.numDeletedRows), tokens: Number(tokens.numDeletedRows) }
}
