import { sql } from 'kysely'
import type { z } from 'zod'
import type { userRow } from '../../contract-users-shapes'

export type UserRow = z.input<typeof userRow>

/**
 * Columns of a user, from `p`, a row of profiles, and `a`, its account. A stored DJ name is hidden for people who are
 * not DJs.
 */
export const userColumns = sql`
  p.id, p.full_name as "fullName", nullif(p.display_name, p.full_name) as "djName", p.email,
  case when p.email is null then a.phone end as phone, p.avatar_url as "avatarUrl", p.is_verified as "isVerified",
  p.created_at as "joinedAt", case when a.suspended_until > now() then a.suspended_until end as "suspendedUntil",
  array(select r.role from user_roles r where r.user_id = p.id
    order by array_position(array['admin', 'moderator', 'user', 'customer'], r.role)) as roles`
