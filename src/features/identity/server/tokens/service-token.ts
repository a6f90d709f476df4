import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { hashToken, generateToken } from './random-token'

const PREFIX = 'b2b_service_'

/** Creates a token for a program of the operator, such as an import of accounts. It can't be read again later. */
export async function createServiceToken(
  db: Pick<Database, 'insertInto'>,
  { name, now }: { name: string; now: Date },
): Promise<{ id: string; token: string }> {
  const token = `${PREFIX}${generateToken()}`
  const { id } = await db
    .insertInto('service_tokens')
    .values({ name, token_hash: hashToken(token), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Finds the service of a token; undefined for an unknown or revoked one. Records its use at most once a minute. */
export async function findServiceToken(
  db: Database,
  { token, now }: { token: string; now: Date },
): Promise<{ id: string; name: string } | undefined> {
  if (!token.startsWith(PREFIX)) return undefined
  const row = await db
    .selectFrom('service_tokens')
    .select(['id', 'name'])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  await db
    .updateTable('service_tokens')
    .set({ last_used_at: now })
    .where('id', '=', row.id)
    .where(sql<boolean>`(last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`)
    .execute()
  return row
}

export interface ServiceTokenRow {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** Lists the valid tokens, oldest first. */
export async function listServiceTokens(db: Pick<Database, 'selectFrom'>): Promise<ServiceTokenRow[]> {
  return db
    .selectFrom('service_tokens')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Revokes a token, starting with the next request. Returns false when it does not exist. */
export async function revokeServiceToken(
  db: Pick<Database, 'updateTable'>,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('service_tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
