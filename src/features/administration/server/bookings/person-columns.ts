import { sql } from 'kysely'
import type { BookingPerson } from '../../contract-bookings'

/** Selects a row of profiles as a person; null if the account was deleted. */
export const getPersonSql = (alias: string) =>
  sql<BookingPerson | null>`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object(
    'id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.display_name`)},
    'avatarUrl', ${sql.ref(`${alias}.avatar_url`)}, 'isDj', ${sql.ref(`${alias}.is_dj`)}) end`
