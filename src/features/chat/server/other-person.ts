import { type RawBuilder, sql } from 'kysely'

/**
 * Returns SQL for the other person's id from the key of a direct conversation; null if there is no key. The person may
 * also be a column of the surrounding statement.
 */
export function selectOtherPerson(
  key: RawBuilder<string | null>,
  personId: string | RawBuilder<string>,
): RawBuilder<string | null> {
  return sql`replace(replace(${key}, ${personId}::text, ''), ':', '')::uuid`
}
