import { sql } from 'kysely'
import { createSessionError } from '~/features/identity/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from './context'
import { writeFeedToken } from './feed-token'

type FeedContext = Pick<Context, 'caller' | 'config' | 'db' | 'now' | 'secret'>
type Feed = { url: string | null; endedWithSessions: boolean }

/** Returns the secret URL of the caller's calendar feed; null if there is none. */
export async function getFeed(context: FeedContext): Promise<Feed> {
  const { rows } = await sql<{ version: number; isRevoked: boolean; endedWithSessions: boolean }>`
    select version, revoked_at is not null as "isRevoked", ended_with_sessions as "endedWithSessions"
    from calendar_feeds where user_id = ${requireCaller(context).id}::uuid`.execute(context.db)
  const [row] = rows
  if (!row || row.isRevoked) return { url: null, endedWithSessions: row?.endedWithSessions ?? false }
  return toFeed(context, row.version)
}

/**
 * Creates a new secret URL for the caller's calendar feed and invalidates the old one. Fails if the session is ended
 * concurrently.
 */
export async function renewFeed(context: FeedContext): Promise<Feed> {
  const { id, sessionId } = requireCaller(context)
  const version = await context.db.transaction().execute(async (trx) => {
    // Ending a session locks the account too. So either this URL is created first and then revoked, or the ended
    // session is refused here.
    await sql`select from accounts where id = ${id}::uuid for no key update`.execute(trx)
    const { rows: ended } = await sql`
      select from sessions where id = ${sessionId}::uuid and ended_at is not null`.execute(trx)
    if (ended.length > 0) throw createSessionError('ended')
    const { rows } = await sql<{ version: number }>`
      insert into calendar_feeds (user_id) values (${id}::uuid)
      on conflict (user_id) do update set version = calendar_feeds.version + 1, revoked_at = null, ended_with_sessions = false
      returning version`.execute(trx)
    return rows[0]?.version ?? 0
  })
  return toFeed(context, version)
}

export async function revokeFeed(context: FeedContext): Promise<Feed> {
  await sql`
    update calendar_feeds set revoked_at = ${context.now()}::timestamptz, ended_with_sessions = false
    where user_id = ${requireCaller(context).id}::uuid and revoked_at is null`.execute(context.db)
  return { url: null, endedWithSessions: false }
}

function toFeed(context: FeedContext, version: number): Feed {
  const token = writeFeedToken({ userId: requireCaller(context).id, version }, context.secret)
  return { url: `${context.config.publicUrl}/feeds/${token}.ics`, endedWithSessions: false }
}
