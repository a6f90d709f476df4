import type { Database } from '~/database/connect'
import { REMEMBERED_MS } from '../limits/known-network'

// Long enough to ask about a stranger's session, to know its network again and to say of an old link that it has expired; then its
// network address, browser and person are nobody's business any more.
const KEPT_MS = REMEMBERED_MS

/** Deletes sessions and link tokens that ended, or ran out, more than 30 days before `now`. Answers how many went. */
export async function forgetEnded(db: Database, now: Date): Promise<{ sessions: number; tokens: number }> {
  const before = new Date(now.getTime() - KEPT_MS)
  const sessions = await db
    .deleteFrom('sessions')
    .where((eb) => eb(eb.fn.coalesce('ended_at', 'expires_at'), '<', before))
    .executeTakeFirst()
  const tokens = await db.deleteFrom('one_time_tokens').where('expires_at', '<', before).executeTakeFirst()
  // Good for minutes, and told to nobody afterwards.
  for (const table of ['sign_in_flows', 'auth_codes'] as const)
    await db
      .deleteFrom(table)
      .where('expires_at', '<', new Date(now.getTime() - 60 * 60 * 1000))
      .execute()
  return { sessions: Number(sessions.numDeletedRows), tokens: Number(tokens.numDeletedRows) }
}
