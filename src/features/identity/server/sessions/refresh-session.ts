import { sql } from 'kysely'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { recordEvent } from '../security-log/record-event'
import { endSession, computeExpiry, addToRetiredAt, type SessionLimits } from './sessions'
import { findRefreshToken, sealRefreshToken } from '../tokens/refresh-token'

/**
 * How long a replaced refresh token still returns the newest one. Tabs of an app may refresh concurrently, and a
 * response may get lost.
 */
const REUSE_MS = 10_000

type Outcome =
  | { userId: string; sessionId: string; refreshToken: string }
  | 'unknown'
  | 'reused'
  | 'suspended'

type RefreshContext = Pick<IdentityContext, 'db' | 'secret' | 'live' | 'ip'> & {
  config: { auth: SessionLimits }
}

/**
 * Exchanges a refresh token for the next one of its session, with a compare-and-set on the session's counter. Of
 * concurrent requests with the same token, one advances the counter. For ten seconds after that, the others get the
 * current token, even if the counter has advanced several times (completing two-step verification advances it, too). A
 * token reused later is a copy. The person or a thief may have it, and we can't tell which, so the session ends.
 */
export async function refreshSession(
  { db, secret, live, ip, config: { auth: limits } }: RefreshContext,
  { token, now }: { token: string; now: Date },
): Promise<Outcome> {
  const read = findRefreshToken(token, secret)
  if (read === undefined) return 'unknown'
  const { sessionId, counter } = read
  const moved = await db
    .updateTable('sessions as s')
    .from('accounts as a')
    .whereRef('a.id', '=', 's.user_id')
    .set({
      refresh_counter: counter + 1,
      retired_at: addToRetiredAt(now),
      last_seen_at: now,
      ip,
      expires_at: computeExpiry(now, limits, 's'),
    })
    .where('s.id', '=', sessionId)
    .where('s.refresh_counter', '=', counter)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where(sql<boolean>`(a.suspended_until is null or a.suspended_until <= ${now})`)
    .returning('s.user_id')
    .executeTakeFirst()
  const createResult = (userId: string, next: number) => ({
    userId,
    sessionId,
    refreshToken: sealRefreshToken({ sessionId, counter: next }, secret),
  })
  if (moved) return createResult(moved.user_id, counter + 1)

  const session = await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.user_id')
    .select(['s.user_id', 's.refresh_counter', 'a.suspended_until'])
    .select(
      sql<boolean>`coalesce(
        s.retired_at[cardinality(s.retired_at) + 1 + ${counter}::int - s.refresh_counter]
          >= ${new Date(now.getTime() - REUSE_MS)}::timestamptz,
        false)`.as('is_recent'),
    )
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .executeTakeFirst()
  if (session === undefined || session.refresh_counter < counter) return 'unknown'
  if (session.suspended_until !== null && session.suspended_until > now) return 'suspended'
  if (session.is_recent) return createResult(session.user_id, session.refresh_counter)
  await db.transaction().execute(async (trx) => {
    await endSession(trx, sessionId, now)
    const details = { reason: 'reused_token' } as const
    await recordEvent(trx, {
      userId: session.user_id,
      kind: 'session_ended',
      at: now,
      sessionId,
      ip,
      details,
    })
  })
  live.publish([session.user_id], [SESSION_TOPIC])
  return 'reused'
}
