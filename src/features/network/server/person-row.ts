import { type RawBuilder, sql } from 'kysely'
import { toLikePattern, searchWords } from '~/lib/search-words'
import type { Person } from '../contract'
import { MEMBER_TYPES, type MemberType } from '~/features/members/rules/member-type'

export type PersonRow = {
  person_id: string
  full_name: string
  dj_name: string | null
  member_types: MemberType[]
  location: string | null
  avatar_url: string | null
  is_verified: boolean
  is_dj: boolean
  has_page: boolean
}

/** Needs `p`. Whether a person is in the directory: public, and with a role or member type of the network. */
export const isInDirectory = sql<boolean>`p.is_public and (
  exists (select from user_roles r where r.user_id = p.id and r.role <> 'customer')
  or exists (select from user_member_types t where t.user_id = p.id))`

/** Needs `p`. Evaluated once per list, because few people are suspended. */
export const isNotSuspended = sql<boolean>`p.id <> all((select suspended_people())::uuid[])`

export function toWordConditions(text: RawBuilder<unknown>, q: string | undefined): RawBuilder<boolean>[] {
  return searchWords(q ?? '').map((word) => sql<boolean>`${text} like ${toLikePattern(word)}`)
}

/** Needs `p`, a row of profiles. The DJ name is hidden without the member type dj. */
export const personColumns = sql`
  p.id as person_id, p.full_name, nullif(p.display_name, p.full_name) as dj_name, p.location, p.avatar_url,
  p.is_verified, p.is_dj, ${isInDirectory} and ${isNotSuspended} as has_page,
  array(select t.member_type from user_member_types t where t.user_id = p.id) as member_types`

export function toPerson(row: PersonRow): Person {
  return {
    id: row.person_id,
    fullName: row.full_name,
    djName: row.dj_name,
    memberTypes: MEMBER_TYPES.filter((type) => row.member_types.includes(type)),
    location: row.location,
    avatarUrl: row.avatar_url,
    isVerified: row.is_verified,
    isDj: row.is_dj,
    hasPage: row.has_page,
  }
}

/** Needs `p`. Hides people the caller blocked, and people who blocked the caller. */
export function isUnblocked(callerId: string): RawBuilder<boolean> {
  return sql`not is_blocked_between(${callerId}::uuid, p.id)`
}

/** Needs `c`, a row of connections. Matches the single row between two people, by its unique index. */
export function isBetween(personId: string, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`least(c.user_id, c.connected_user_id) = least(${personId}::uuid, ${other})
    and greatest(c.user_id, c.connected_user_id) = greatest(${personId}::uuid, ${other})`
}
