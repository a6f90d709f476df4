import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Overview } from '../contract'

/** AD-03. An invitation counts as pending while it can be used: its time is not over. */
export async function getOverview(db: Database, now: Date): Promise<Overview> {
  const { rows } = await sql<Overview>`
    select users."totalUsers", newcomers."usersThisMonth", djs.djs, djs."verifiedDjs", invites."pendingInvites", invites."invitesExpiring",
      bookings."totalBookings", bookings."openBookings"
    from (select count(*) as "totalUsers" from profiles) users,
      (select count(*) as "usersThisMonth" from profiles
        where created_at >= date_trunc('month', ${now}::timestamptz, 'UTC')) newcomers,
      (select count(*) as djs, count(*) filter (where p.is_verified) as "verifiedDjs"
        from user_member_types t join profiles p on p.id = t.user_id where t.member_type = 'dj') djs,
      (select count(*) as "pendingInvites",
          count(*) filter (where expires_at <= ${now}::timestamptz + interval '7 days') as "invitesExpiring"
        from invitations where status = 'pending' and (expires_at is null or expires_at > ${now}::timestamptz)) invites,
      (select count(*) as "totalBookings", count(*) filter (where status in ('pending', 'confirmed')) as "openBookings"
        from bookings) bookings`.execute(db)
  const [overview] = rows
  if (!overview) throw new Error('counting answered no row')
  return overview
}
