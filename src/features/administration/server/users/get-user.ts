import { toSentenceCase } from '~/lib/sentence-case'
import { sql } from 'kysely'
import type { z } from 'zod'
import { amountsColumn } from '~/database/amounts-column'
import { countCodesLeft, countOwnCodes } from '~/features/invitations/server/public'
import { sumRefundedCents } from '~/features/orders/server/public'
import type { Amount } from '~/lib/amounts'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { userDetail } from '../../contract-users-shapes'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { userColumns } from './user-row'

type Detail = z.input<typeof userDetail>
type Row = Omit<Detail, 'isYou' | 'isLastAdmin' | 'orders' | 'invited'> & {
  orderCount: number
  orderTotals: Amount[]
  direct: number
  below: number
  hasOtherAdmin: boolean
}

/**
 * Returns one account with its counts, such as of bookings and reports. Each count is read by an index on the
 * person’s id.
 */
export async function getUser(
  context: Pick<Context, 'caller' | 'db' | 'settings' | 'now'>,
  id: string,
): Promise<Detail> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const { rows } = await sql<Row>`
    select ${userColumns}, p.location, case when a.suspended_until > now() then a.suspended_reason end as "suspendedReason",
      a.email_verified_at is not null as "isEmailVerified", a.last_signed_in_at as "lastSignedInAt",
      array(select t.member_type from user_member_types t where t.user_id = p.id order by t.member_type) as "memberTypes",
      (select count(*) from connections c where c.status = 'accepted' and p.id in (c.user_id, c.connected_user_id)) as connections,
      (select count(*) from bookings b where p.id in (b.client_id, b.dj_id)) as bookings,
      orders.*,
      (select count(*) from moderation_cases m where m.person_id = p.id) as "reportsAgainst",
      (select json_build_object('id', i.id, 'name', i.display_name, 'avatarUrl', i.avatar_url)
        from invitation_tree t join profiles i on i.id = t.parent_id where t.id = p.id) as "invitedBy",
      (select count(*) from invitation_tree t where t.parent_id = p.id and t.left_at is null) as direct,
      (select coalesce(max(t.reached - deleted_descendants(t)), 0) from invitation_tree t where t.id = p.id) as below,
      exists (select from user_roles r where r.role = 'admin' and r.user_id <> p.id and not is_suspended(r.user_id))
        as "hasOtherAdmin"
    from profiles p join accounts a on a.id = p.id cross join lateral (
      select coalesce(sum(entries), 0)::bigint as "orderCount", ${amountsColumn} as "orderTotals" from (
        select o.currency, count(*) as entries, sum(o.total_cents - ${sumRefundedCents(sql`o.id`)}) as cents from orders o
        where o.customer_id = p.id and o.confirmed_at is not null group by o.currency) sums) orders
    where p.id = ${id}::uuid`.execute(context.db)
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  const { orderCount, orderTotals, direct, below, hasOtherAdmin, ...user } = row
  const [{ invitationsPerMember }, taken] = await Promise.all([
    context.settings.read(),
    countOwnCodes(context.db, user.id, context.now()),
  ])
  // Admins can create any number of codes, customers none.
  const isLimited =
    user.roles.some((role) => role === 'user' || role === 'moderator') && !user.roles.includes('admin')
  return {
    ...user,
    isYou: user.id === requireCaller(context).id,
    isLastAdmin: user.roles.includes('admin') && !hasOtherAdmin,
    memberTypes: user.memberTypes.map(formatMemberType),
    orders: { count: orderCount, totals: orderTotals },
    invited: {
      direct,
      behind: Math.max(0, below - direct),
      codesLeft: isLimited ? countCodesLeft({ most: invitationsPerMember, ...taken }) : null,
    },
  }
}

/** Returns `DJ` or `Equipment hire`. */
function formatMemberType(type: string): string {
  if (type === 'dj') return 'DJ'
  return toSentenceCase(type.replaceAll('_', ' '))
}
