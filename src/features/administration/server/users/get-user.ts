import { sentenceCase } from '~/lib/sentence-case'
import { sql } from 'kysely'
import { countCodesLeft, countOwnCodes } from '~/features/invitations/server/public'
import { sumRefundedCents } from '~/features/orders/server/public'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { UserDetail } from '../../contract-users-shapes'
import type { Context } from '../context'
import { refuse } from '../refuse'
import { type UserColumns, toUserRow, userColumns } from './user-row'

type Row = UserColumns & {
  location: string | null
  suspended_reason: string | null
  email_verified_at: Date | null
  last_signed_in_at: Date | null
  member_types: string[]
  connections: number
  bookings: number
  order_count: number
  order_cents: number
  reports: number
  invited_by: { id: string; name: string; avatarUrl: string | null } | null
  direct: number
  below: number
  has_other_admin: boolean
}

/** Returns one account with its figures. Each figure uses an index on this person. */
export async function getUser(
  context: Pick<Context, 'caller' | 'db' | 'settings' | 'now'>,
  id: string,
): Promise<UserDetail> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const { rows } = await sql<Row>`
    select ${userColumns}, p.location, a.suspended_reason, a.email_verified_at, a.last_signed_in_at,
      array(select t.member_type from user_member_types t where t.user_id = p.id order by t.member_type) as member_types,
      (select count(*) from connections c where c.status = 'accepted' and p.id in (c.user_id, c.connected_user_id)) as connections,
      (select count(*) from bookings b where p.id in (b.client_id, b.dj_id)) as bookings,
      orders.*,
      (select count(*) from moderation_cases m where m.person_id = p.id) as reports,
      (select json_build_object('id', i.id, 'name', i.display_name, 'avatarUrl', i.avatar_url)
        from invitation_tree t join profiles i on i.id = t.parent_id where t.id = p.id) as invited_by,
      (select count(*) from invitation_tree t where t.parent_id = p.id and t.left_at is null) as direct,
      (select coalesce(max(t.reached - deleted_descendants(t)), 0) from invitation_tree t where t.id = p.id) as below,
      exists (select from user_roles r where r.role = 'admin' and r.user_id <> p.id and not is_suspended(r.user_id))
        as has_other_admin
    from profiles p join accounts a on a.id = p.id cross join lateral (
      select count(*) as order_count,
        coalesce(sum(o.total_cents - ${sumRefundedCents(sql`o.id`)}), 0)::bigint as order_cents from orders o
      where o.customer_id = p.id and o.confirmed_at is not null) orders
    where p.id = ${id}::uuid`.execute(context.db)
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  const user = toUserRow(row)
  const [{ invitationsPerMember }, taken] = await Promise.all([
    context.settings.read(),
    countOwnCodes(context.db, row.id, context.now()),
  ])
  // Admins can create any number of codes, customers none.
  const isLimited =
    user.roles.some((role) => role === 'user' || role === 'moderator') && !user.roles.includes('admin')
  return {
    ...user,
    location: row.location,
    isYou: row.id === signedIn(context).id,
    isLastAdmin: user.roles.includes('admin') && !row.has_other_admin,
    suspendedReason: user.suspendedUntil === null ? null : row.suspended_reason,
    isEmailVerified: row.email_verified_at !== null,
    lastSignedInAt: row.last_signed_in_at?.toISOString() ?? null,
    memberTypes: row.member_types.map(formatMemberType),
    connections: row.connections,
    bookings: row.bookings,
    orders: { count: row.order_count, totalCents: row.order_cents },
    reportsAgainst: row.reports,
    invitedBy: row.invited_by,
    invited: {
      direct: row.direct,
      behind: Math.max(0, row.below - row.direct),
      codesLeft: isLimited ? countCodesLeft({ most: invitationsPerMember, ...taken }) : null,
    },
  }
}

/** Returns `DJ` or `Equipment hire`. */
function formatMemberType(type: string): string {
  if (type === 'dj') return 'DJ'
  return sentenceCase(type.replaceAll('_', ' '))
}
