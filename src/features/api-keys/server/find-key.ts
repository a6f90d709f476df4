import { ORPCError } from '@orpc/client'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { findBearerToken, findKeyOwner, hashToken } from '~/features/identity/server/public'
import type { RequestScope } from '~/platform/http/request-scope'
import { isTooManyRequests, type Limit, type Limits } from '~/platform/limits/limits'
import type { CallContext, KeyCall } from '~/platform/rpc/context'
import { baseSentences } from '~/platform/rpc/error-messages'
import type { Scope } from '~/platform/rpc/scopes'
import { isActive, isApiKey, isWellFormedKey } from '../rules/api-key'
import { createUseRecorder } from './record-use'

/** Limits the calls with one key, from all IP addresses together. */
const CALLS: Limit = { points: 600, seconds: 60 }
/** Limits the calls of all valid keys of a person together. */
const OWNER_CALLS: Limit = { points: 1200, seconds: 60 }

const USED_EVERY_MS = 60_000

type StoredKey = Awaited<ReturnType<typeof selectKey>>
type KeyAccess = Pick<CallContext, 'caller'> & Required<Pick<CallContext, 'authorizeKey'>>

/**
 * Creates a function that finds the API key of a request to /api/v1 and its owner, who becomes the caller with their
 * current roles. Nothing is cached, so a revocation or suspension takes effect with the next request. Returns undefined
 * for a request without a key.
 */
export function createKeyFinder(services: { db: Database; limits: Limits; now?: () => Date }) {
  const { db, limits, now = () => new Date() } = services
  const recordUse = createUseRecorder(db)

  return async (scope: RequestScope): Promise<KeyAccess | undefined> => {
    const token = findBearerToken(scope.headers)
    if (token === undefined || !isApiKey(token)) return undefined
    const at = now()
    const key = isWellFormedKey(token) ? await selectKey(db, token) : undefined
    const owner = key && isActive(key, at) && (await findKeyOwner(db, { userId: key.userId, now: at }))
    const caller = owner ? { ...owner, sessionId: key.id, apiKey: { id: key.id, scopes: key.scopes } } : null

    async function authorizeKey({ name, isInScope }: KeyCall): Promise<void> {
      if (key !== undefined) {
        await consumeCall(limits, { keyId: key.id, ownerId: caller?.id }, scope.responseHeaders)
        const kind = caller && isInScope ? ('api_key_used' as const) : ('api_key_refused' as const)
        await recordUse({ key, call: name, kind, ip: scope.ip, at })
      }
      if (!caller || key === undefined) throw createInvalidKeyError(scope.responseHeaders)
      if (isStale(key, at)) await updateLastUsed(db, key.id, at)
    }

    return { caller, authorizeKey }
  }
}

function selectKey(db: Database, token: string) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'user_id as userId', 'name', 'prefix', sql<Scope[]>`scopes`.as('scopes')])
    .select(['expires_at as expiresAt', 'revoked_at as revokedAt', 'last_used_at as lastUsedAt'])
    .where('key_hash', '=', hashToken(token))
    .executeTakeFirst()
}

function createInvalidKeyError(responseHeaders: Headers): Error {
  responseHeaders.set('www-authenticate', 'Bearer error="invalid_token"')
  return new ORPCError('INVALID_API_KEY', { status: 401, message: baseSentences.INVALID_API_KEY })
}

async function consumeCall(
  limits: Limits,
  { keyId, ownerId }: { keyId: string; ownerId: string | undefined },
  responseHeaders: Headers,
): Promise<void> {
  try {
    await limits.consume('api_key', keyId, CALLS)
    if (ownerId !== undefined) await limits.consume('api_key_owner', ownerId, OWNER_CALLS)
  } catch (error) {
    if (isTooManyRequests(error)) responseHeaders.set('retry-after', String(error.data.retryAfterSeconds))
    throw error
  }
}

const isStale = ({ lastUsedAt }: NonNullable<StoredKey>, now: Date) =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USED_EVERY_MS

async function updateLastUsed(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    // With this condition, only one of many concurrent requests writes.
    .where(sql<boolean>`(last_used_at is null or last_used_at <= ${now}::timestamptz - interval '1 minute')`)
    .execute()
}
