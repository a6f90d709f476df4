import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { hasLink } from '~/lib/link-in-name'
import { oneLine } from '~/lib/one-line'
import { FULL_NAME_MAX } from '../../rules/person-name'

/** What an app may keep of one person altogether, in characters of JSON. Their name is the profile's, and takes none of it. */
const ROOM = 16_000

/**
 * Lays `data` over what apps keep of a person; what is null goes. A `full_name` is the profile's alone: there is one name of a person.
 * Nothing is written when it is refused. What is above the limit already may become less, and a name alone is never too large.
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
  const fullName = typeof name === 'string' ? oneLine(name) : ''
  if (Array.from(fullName).length > FULL_NAME_MAX || hasLink(fullName)) return 'bad_name'
  const { full_name: _, ...kept } = stored as Record<string, unknown>
  const merged = Object.entries({ ...kept, ...rest })
  const next = JSON.stringify(Object.fromEntries(merged.filter(([, value]) => value !== null)))
  if (next.length > Math.max(ROOM, JSON.stringify(kept).length)) return 'too_large'
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
    // What somebody types in their profile meanwhile is about an earlier version then: see members' saveProfile.
    .set({
      full_name: fullName,
      updated_at: sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 microsecond')`,
    })
    .where('id', '=', userId)
    .where('full_name', '!=', fullName)
    .execute()
}
