import type { Transaction } from '~/database/connect'

/**
 * Limit for app_metadata, in bytes of JSON. Each access token contains all of it, and servers limit request headers
 * to about 8 kB.
 */
const APP_METADATA_MAX = 2000

/** Keys that are computed from the account for every response, so they are never stored. */
const COMPUTED = new Set(['provider', 'providers'])

/** Merges `data` into an account's app_metadata; null removes a key. The account's row must be locked. */
export async function mergeAppMetadata(
  trx: Transaction,
  { userId, data, now }: { userId: string; data: Readonly<Record<string, unknown>>; now: Date },
): Promise<'merged' | 'too_large'> {
  const { app_metadata: stored } = await trx
    .selectFrom('accounts')
    .select('app_metadata')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const merged = Object.entries({ ...(stored as Record<string, unknown>), ...data })
  const next = JSON.stringify(
    Object.fromEntries(merged.filter(([key, value]) => value !== null && !COMPUTED.has(key))),
  )
  if (Buffer.byteLength(next) > APP_METADATA_MAX) return 'too_large'
  await trx
    .updateTable('accounts')
    .set({ app_metadata: next, updated_at: now })
    .where('id', '=', userId)
    .execute()
  return 'merged'
}
