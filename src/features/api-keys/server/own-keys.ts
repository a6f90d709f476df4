import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { changeOwnAccount, generateToken, hashToken, notifyOfChange } from '~/features/identity/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Scope } from '~/platform/rpc/scopes'
import type { ApiKeyRow } from '../contract'
import { computeExpiry, getPrefix, isActive, KEY_START, MAX_KEYS } from '../rules/api-key'
import type { Context } from './context'
import { refuse } from './refused-error'

const DAY_SECONDS = 24 * 60 * 60
/**
 * The maximum number of keys that a person can create in a day. It limits the stored rows, because revoked keys stay
 * stored.
 */
const MAX_PER_DAY = 50

/** Returns the caller's keys that aren't revoked, newest first. */
export function listKeys({ db, caller, now }: Pick<Context, 'db' | 'caller' | 'now'>): Promise<ApiKeyRow[]> {
  return selectKeys(db, requireCaller({ caller }).id, now())
}

async function selectKeys(db: Pick<Database, 'selectFrom'>, userId: string, now: Date): Promise<ApiKeyRow[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix', sql<Scope[]>`scopes`.as('scopes'), 'created_at as createdAt'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, isExpired: !isActive({ ...row, revokedAt: null }, now) }))
}

/**
 * Creates a key, records it in the security log and notifies the person.
 * @throws VERIFY_FIRST; TOO_MANY_KEYS; TOO_MANY_REQUESTS; UNAUTHORIZED when the session ended meanwhile
 */
export async function createKey(
  context: Context,
  { name, scopes, expiresInDays }: { name: string; scopes: readonly Scope[]; expiresInDays: number | null },
): Promise<{ apiKey: ApiKeyRow; key: string }> {
  const { id: userId } = requireCaller(context)
  await context.limits.consume('api_key_create', userId, { points: MAX_PER_DAY, seconds: DAY_SECONDS })
  const now = context.now()
  const key = `${KEY_START}${generateToken()}`
  const prefix = getPrefix(key)
  const apiKey = await changeOwnAccount(context, async (trx, { isVerified }) => {
    if (!isVerified) throw refuse('VERIFY_FIRST')
    const own = await selectKeys(trx, userId, now)
    if (own.filter(({ isExpired }) => !isExpired).length >= MAX_KEYS) throw refuse('TOO_MANY_KEYS')
    const { id } = await trx
      .insertInto('api_keys')
      .values({
        user_id: userId,
        name,
        prefix,
        key_hash: hashToken(key),
        scopes: [...new Set(scopes)],
        created_at: now,
        expires_at: computeExpiry(now, expiresInDays),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await notifyOfChange(trx, context, {
      userId,
      kind: 'api_key_created',
      elsewhere: formatKeyName({ name, prefix }),
    })
    return (await selectKeys(trx, userId, now)).find((row) => row.id === id)
  })
  if (apiKey === undefined) throw new Error('the new API key was not found')
  return { apiKey, key }
}

/**
 * Revokes a key, records it in the security log and notifies the person.
 * @throws NOT_FOUND; UNAUTHORIZED when the session ended meanwhile
 */
export async function revokeKey(context: Context, id: string): Promise<void> {
  const { id: userId } = requireCaller(context)
  await changeOwnAccount(context, async (trx) => {
    const revoked = isId(id)
      ? await trx
          .updateTable('api_keys')
          .set({ revoked_at: context.now() })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null)
          .returning(['name', 'prefix'])
          .executeTakeFirst()
      : undefined
    if (revoked === undefined) throw refuse('NOT_FOUND')
    await notifyOfChange(trx, context, {
      userId,
      kind: 'api_key_revoked',
      elsewhere: formatKeyName(revoked),
    })
  })
}

/** Formats the name of a key for the security log, such as `Box office (b2b_Zx9a)`. */
export function formatKeyName({ name, prefix }: { name: string; prefix: string }): string {
  return `${name} (${prefix})`
}
