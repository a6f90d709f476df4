import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { oneLine } from '~/lib/one-line'
import { FULL_NAME_MAX } from '../../rules/person-name'

/** What an app may keep of one person altogether, in characters of JSON. */
const ROOM = 16_000

/**
 * Lays `data` over what apps keep of a person; what is null goes. A `full_name` is the profile's too: there is one name of a person.
 * Nothing is written when it is refused.
 */
export async function mergeMetadata(
  trx: Transaction,
  { userId, data, now }: { userId: string; data: Readonly<Record<string, unknown>>; now: Date },
): Promise<'merged' | 'too_large' | 'bad_name'> {
  const { user_metadata: kept } = await trx
    .selectFrom('accounts')
    .select('user_metadata')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { full_name: name, ...rest } = data
  const fullName = typeof name === 'string' ? oneLine(name) : ''
  if (Array.from(fullName).length > FULL_NAME_MAX) return 'bad_name'
  const merged = Object.entries({ ...(kept as Record<string, unknown>), ...rest })
  const next = JSON.stringify(Object.fromEntries(merged.filter(([, value]) => value !== null)))
  if (next.length > ROOM) return 'too_large'
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
