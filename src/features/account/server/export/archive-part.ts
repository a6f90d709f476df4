import { type RawBuilder, sql } from 'kysely'

export interface Part {
  /** The key of the list in the archive. The key and its fields must not change after a release. */
  name: string
  /** Describes the list in one sentence. */
  about: string
  /** Columns that refer to a person and that this list covers, as `table.column`. */
  covers: readonly string[]
  /** Query for this person's rows, oldest first. Its columns are the fields. */
  rows: (userId: RawBuilder<string>) => RawBuilder<unknown>
}

/**
 * Returns SQL for the public name of the person in a column; null if the account was deleted. The archive has no other
 * data about other people.
 */
export function getNameSql(column: string): RawBuilder<string | null> {
  return sql`(select p.display_name from profiles p where p.id = ${sql.ref(column)})`
}

/** Returns SQL for the public title and date of the event whose id is in `column`. */
export function getEventSql(column: string): RawBuilder<unknown> {
  return sql`(select json_build_object('id', n.id, 'title', n.title, 'startsAt', n.event_date, 'timezone', n.timezone)
    from events n where n.id = ${sql.ref(column)})`
}

/** Returns SQL for the room whose id is in `column`, with its name; direct conversations have none. */
export function getRoomSql(column: string): RawBuilder<unknown> {
  return sql`(select json_build_object('id', c.id, 'name', case when c.direct_key is null then c.name end, 'isDirect', c.direct_key is not null)
    from chat_rooms c where c.id = ${sql.ref(column)})`
}
