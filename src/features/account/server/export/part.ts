import { type RawBuilder, sql } from 'kysely'

/** One list of the archive. */
export interface Part {
  /** Its key in the archive. Once released it stays, and so do its fields. */
  name: string
  /** What it is, in a sentence. */
  about: string
  /** The columns that refer to a person and are answered by it: `table.column`. */
  covers: readonly string[]
  /** Its rows for this person, the oldest first. The columns are the fields. */
  rows: (userId: RawBuilder<string>) => RawBuilder<unknown>
}

/** What somebody is called in public, null when they are gone: all that is told of other people. */
export function nameOf(column: string): RawBuilder<string | null> {
  return sql`(select p.display_name from profiles p where p.id = ${sql.ref(column)})`
}

/** What an event is called, with its day, as everybody can see it. */
export function eventOf(column: string): RawBuilder<unknown> {
  return sql`(select json_build_object('id', n.id, 'title', n.title, 'startsAt', n.event_date, 'timezone', n.timezone)
    from events n where n.id = ${sql.ref(column)})`
}

/** A room by its name; a conversation of two has none worth telling. */
export function roomOf(column: string): RawBuilder<unknown> {
  return sql`(select json_build_object('id', c.id, 'name', case when c.direct_key is null then c.name end, 'isDirect', c.direct_key is not null)
    from chat_rooms c where c.id = ${sql.ref(column)})`
}
