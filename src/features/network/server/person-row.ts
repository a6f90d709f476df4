import { type RawBuilder, sql } from 'kysely'
import { toLikePattern, splitSearchWords } from '~/lib/search-words'
import type { Person } from '../contract'
import { MEMBER_TYPES } from '~/features/members/rules/member-type'

/**
 * SQL condition that a person is in the directory. The profile must be public, and the person must have a member type
 * or a role other than customer. Needs `p`, a row of profiles.
 */
export const isInDirectory = sql<boolean>`p.is_public and (
  exists (select from user_roles r where r.user_id = p.id and r.role <> 'customer')
  or exists (select from user_member_types t where t.user_id = p.id))`

/**
 * SQL condition that a person is not suspended. Needs `p`, a row of profiles. The list of suspended people is short,
 * so it is read once per query.
 */
export const isNotSuspended = sql<boolean>`p.id <> all((select suspended_people())::uuid[])`

export function toWordConditions(text: RawBuilder<unknown>, q: string | undefined): RawBuilder<boolean>[] {
  return splitSearchWords(q ?? '').map((word) => sql<boolean>`${text} like ${toLikePattern(word)}`)
}

const memberTypes = sql.join(MEMBER_TYPES.map((type) => sql.lit(type)))

/** Selects a person as JSON. Needs `p`, a row of profiles. Hides the DJ name of people without the member type dj. */
export const selectPerson = sql<Person>`json_build_object(
  'id', p.id, 'fullName', p.full_name, 'djName', nullif(p.display_name, p.full_name), 'location', p.location,
  'avatarUrl', p.avatar_url, 'isVerified', p.is_verified, 'isDj', p.is_dj,
  'hasPage', ${isInDirectory} and ${isNotSuspended},
  'memberTypes', array(select t.member_type from user_member_types t where t.user_id = p.id
    order by array_position(array[${memberTypes}], t.member_type)))`

/**
 * Returns SQL that is false for people whom the caller blocked, and for people who blocked the caller. Needs `p`, a
 * row of profiles.
 */
export function isUnblocked(callerId: string): RawBuilder<boolean> {
  return sql`not is_blocked_between(${callerId}::uuid, p.id)`
}

/**
 * Returns SQL that matches the one connection of two people, by its unique index. Needs `c`, a row of connections.
 */
export function isBetween(personId: string, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`least(c.user_id, c.connected_user_id) = least(${personId}::uuid, ${other})
    and greatest(c.user_id, c.connected_user_id) = greatest(${personId}::uuid, ${other})`
}
