import { sql } from 'kysely'
import type { UserRow } from '../../contract-users-shapes'

export type UserColumns = {
  id: string
  full_name: string
  dj_name: string | null
  email: string | null
  phone: string | null
  avatar_url: string | null
  roles: UserRow['roles']
  is_verified: boolean
  created_at: Date
  suspended_until: Date | null
}

/** Needs `p`, a row of profiles, and `a`, its account. A stored DJ name is not shown for people who are not DJs. */
export const userColumns = sql`
  p.id, p.full_name, nullif(p.display_name, p.full_name) as dj_name, p.email,
  case when p.email is null then a.phone end as phone, p.avatar_url, p.is_verified, p.created_at,
  case when a.suspended_until > now() then a.suspended_until end as suspended_until,
  array(select r.role from user_roles r where r.user_id = p.id
    order by array_position(array['admin', 'moderator', 'user', 'customer'], r.role)) as roles`

export function toUserRow(row: UserColumns): UserRow {
  return {
    id: row.id,
    fullName: row.full_name,
    djName: row.dj_name,
    email: row.email,
    phone: row.phone,
    avatarUrl: row.avatar_url,
    roles: row.roles,
    isVerified: row.is_verified,
    joinedAt: row.created_at.toISOString(),
    suspendedUntil: row.suspended_until?.toISOString() ?? null,
  }
}
