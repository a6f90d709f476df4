import { sql } from 'kysely'
import type { BookingPerson } from '../../contract-bookings'

export interface PersonColumns {
  id: string | null
  name: string | null
  avatarUrl: string | null
  isDj: boolean | null
}

export const getPersonSql = (alias: string) =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.display_name`)},
    'avatarUrl', ${sql.ref(`${alias}.avatar_url`)}, 'isDj', ${sql.ref(`${alias}.is_dj`)})`

/** Returns null if the account was deleted. */
export function toPerson({ id, name, avatarUrl, isDj }: PersonColumns): BookingPerson | null {
  return id === null || name === null ? null : { id, name, avatarUrl, isDj: isDj ?? false }
}
