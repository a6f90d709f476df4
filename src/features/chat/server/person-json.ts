import { type RawBuilder, sql } from 'kysely'
import type { ChatPerson } from '../contract-shapes'

/** Returns SQL for a person as JSON; `alias` is a row of profiles. */
export function toPersonJson(alias: string): RawBuilder<ChatPerson> {
  const toColumn = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`json_build_object(
    'id', ${toColumn('id')}, 'name', ${toColumn('display_name')}, 'avatarUrl', ${toColumn('avatar_url')})`
}

/** Like `toPersonJson`, for a row that may be missing. */
export function toOptionalPersonJson(alias: string): RawBuilder<ChatPerson | null> {
  return sql`case when ${sql.ref(`${alias}.id`)} is not null then ${toPersonJson(alias)} end`
}
