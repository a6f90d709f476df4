import { type RawBuilder, sql } from 'kysely'

/**
 * Out of the key of a conversation between two, the id of the other; null where there is no key. The person may also be a
 * column of the statement around it.
 */
export function otherOfTwo(
  key: RawBuilder<string | null>,
  personId: string | RawBuilder<string>,
): RawBuilder<string | null> {
  return sql`replace(replace(${key}, ${personId}::text, ''), ':', '')::uuid`
}
