import { sql } from 'kysely'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from './context'
import { writeFeedToken } from './feed-token'

type FeedContext = Pick<Context, 'caller' | 'config' | 'db' | 'now' | 'secret'>
type Feed = { url: string | null }

/** The address of the caller's calendar; null while there is none. */
export async function getFeed(context: FeedContext): Promise<Feed> {
  const { rows } = await sql<{ version: number }>`
    select version from calendar_feeds where user_id = ${signedIn(context).id}::uuid and revoked_at is null`.execute(
    context.db,
  )
  return addressOf(context, rows[0]?.version)
}

/** A new address; whatever came before it stops working. */
export async function renewFeed(context: FeedContext): Promise<Feed> {
  const { rows } = await sql<{ version: number }>`
    insert into calendar_feeds (user_id) values (${signedIn(context).id}::uuid)
    on conflict (user_id) do update set version = calendar_feeds.version + 1, revoked_at = null
    returning version`.execute(context.db)
  return addressOf(context, rows[0]?.version)
}

export async function revokeFeed(context: FeedContext): Promise<Feed> {
  await sql`
    update calendar_feeds set revoked_at = ${context.now()}::timestamptz
    where user_id = ${signedIn(context).id}::uuid and revoked_at is null`.execute(context.db)
  return { url: null }
}

function addressOf(context: FeedContext, version: number | undefined): Feed {
  if (version === undefined) return { url: null }
  const token = writeFeedToken({ userId: signedIn(context).id, version }, context.secret)
  return { url: `${context.config.publicUrl}/feeds/${token}.ics` }
}
