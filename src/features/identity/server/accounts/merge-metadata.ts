import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { hasLink } from '~/lib/link-in-name'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { FULL_NAME_MAX } from '../../rules/person-name'

/** Limit for one account's metadata, in characters of JSON. The name does not count, because the profile stores it. */
const ROOM = 16_000

/**
 * Merges `data` into the metadata of an account; null removes a key. A `full_name` is stored in the profile only. An
 * error changes nothing. If the stored metadata is already larger than `ROOM`, a change is accepted only if it doesn't
 * enlarge the metadata.
 */
export async function mergeMetadata(
  trx: Transaction,
  { userId, data, now }: { userId: string; data: Readonly<Record<string, unknown>>; now: Date },
): Promise<'merged' | 'too_large' | 'bad_name'> {
  const { user_metadata: stored } = await trx
    .selectFrom('accounts')
    .select('user_metadata')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { full_name: name, ...rest } = data
  const fullName = typeof name === 'string' ? cleanSingleLineText(name) : ''
  if (Array.from(fullName).length > FULL_NAME_MAX || hasLink(fullName)) return 'bad_name'
  const { full_name: _, ...remaining } = stored as Record<string, unknown>
  const merged = Object.entries({ ...remaining, ...rest })
  const next = JSON.stringify(Object.fromEntries(merged.filter(([, value]) => value !== null)))
  if (next.length > Math.max(ROOM, JSON.stringify(remaining).length)) return 'too_large'
  await trx
    .updateTable('accounts')
    .set({ user_metadata: next, updated_at: now })
    .where('id', '=', userId)
    .execute()
  if (fullName !== '') await setName(trx, { userId, fullName })
  return 'merged'
}

async function setName(
  trx: Transaction,
  { userId, fullName }: { userId: string; fullName: string },
): Promise<void> {
  await trx
    .updateTable('profiles')
    // A later `updated_at` makes the server refuse a profile form that was opened before: see saveProfile in members.
    .set({
      full_name: fullName,
      updated_at: sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 microsecond')`,
    })
    .where('id', '=', userId)
    .where('full_name', '!=', fullName)
    .execute()
}
