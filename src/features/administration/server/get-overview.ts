import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Overview } from '../contract'

/** AD-03: returns the counts of the dashboard cards. Expired invitations do not count as pending. */
export async function getOverview(db: Database, now: Date): Promise<Overview> {
  const { rows } = await sql<Overview>`
    select users."totalUsers", newcomers."usersThisMonth", verified.verified, verified."verifiedDjs", invites."pendingInvites", invites."invitesExpiring",
      bookings."totalBookings", bookings."openBookings"
    from (select count(*) as "totalUsers" from profiles) users,
      (select count(*) as "usersThisMonth" from profiles
        where created_at >= date_trunc('month', ${now}::timestamptz, 'UTC')) newcomers,
      (select count(*) as verified, count(*) filter (where exists (
            select from user_member_types t where t.user_id = p.id and t.member_type = 'dj')) as "verifiedDjs"
        from profiles p where p.is_verified) verified,
      (select count(*) as "pendingInvites",
          count(*) filter (where expires_at <= ${now}::timestamptz + interval '7 days') as "invitesExpiring"
        from invitations where status = 'pending' and (expires_at is null or expires_at > ${now}::timestamptz)) invites,
      (select count(*) as "totalBookings", count(*) filter (where status in ('pending', 'confirmed')) as "openBookings"
        from bookings) bookings`.execute(db)
  const [overview] = rows
  if (!overview) throw new Error('count query returned no row')
  return overview
}
