import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createMicroBatch } from '~/lib/micro-batch'
import { NO_AUTH_FILE } from '~/platform/config/auth-file'
import type { Logger } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { findBearerToken, type AccessTokens } from '../tokens/access-token'
import { type CallerRow, findCallers } from './find-callers'
import { findSessionId, readSessionCookie } from './session-cookie'
import { computeExpiry, type SessionLimits } from './sessions'

// Using a session extends it at most once in this time. A write for every read would cost more than the read, and
// once an hour is enough for sessions of thirty days.
const SEEN_AFTER_MS = 60 * 60 * 1000

/**
 * Creates a function that finds the caller from the headers of a request: a browser's cookie or an app's token.
 * Requests that arrive while a query runs share the next one. Nothing is cached between queries, so a sign-out, a
 * suspension or the loss of a role takes effect with the next request.
 */
export function createCallerResolver(services: {
  db: Database
  secret: string
  log: Logger
  accessTokens: AccessTokens
  /** Whether the site is served over https. */
  isSecure: boolean
  requiresStaffTwoStep?: boolean
  limits?: SessionLimits
  now?: () => Date
}): (headers: Headers, ip?: string) => Promise<Caller | null> {
  const {
    db,
    secret,
    log,
    accessTokens,
    isSecure,
    requiresStaffTwoStep,
    limits = NO_AUTH_FILE,
    now = () => new Date(),
  } = services
  const findCaller = createMicroBatch<string, CallerRow | null>({
    max: 256,
    run: async (sessionIds) => {
      const found = await findCallers(db, [...new Set(sessionIds)], now(), { requiresStaffTwoStep })
      return sessionIds.map((sessionId) => found.get(sessionId) ?? null)
    },
  })

  const findSession = createSessionFinder({ secret, accessTokens, isSecure })

  return async (headers, ip) => {
    const at = now()
    const sessionId = await findSession(headers, at)
    if (sessionId === undefined) return null
    const row = await findCaller(sessionId)
    if (row === null) return null
    if (at.getTime() - row.lastSeenAt.getTime() > SEEN_AFTER_MS) {
      // Not awaited, because the response does not depend on this update. If the update fails, the next use of the
      // session repeats it.
      updateLastSeen(db, { sessionId, at, ip, limits }).catch((error: unknown) =>
        log.warn({ err: error }, 'could not extend a session'),
      )
    }
    return row.caller
  }
}

/**
 * Creates a function that finds the session id of a request. A bearer token takes precedence: a cookie in the same
 * request is ignored.
 */
export function createSessionFinder({
  secret,
  accessTokens,
  isSecure,
}: {
  secret: string
  accessTokens: AccessTokens
  isSecure: boolean
}) {
  return async (headers: Headers, at: Date): Promise<string | undefined> => {
    const bearer = findBearerToken(headers)
    if (bearer === undefined) return findSessionId(readSessionCookie(headers.get('cookie'), isSecure), secret)
    return (await accessTokens.find(bearer, at))?.sessionId
  }
}

async function updateLastSeen(
  db: Database,
  {
    sessionId,
    at,
    ip,
    limits,
  }: { sessionId: string; at: Date; ip: string | undefined; limits: SessionLimits },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: at, expires_at: computeExpiry(at, limits, 'sessions'), ...(ip && { ip }) })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    // Of many concurrent requests at the end of the hour, only one writes.
    .where('last_seen_at', '<', sql<Date>`${at}::timestamptz - interval '1 hour'`)
    .execute()
}
