import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import type { Me } from '~/features/identity/web/queries'
import { type Site, siteQuery } from '~/features/settings/web/queries'
import { isMember } from '~/platform/rpc/access'

/** Whether a signed-in non-member has no access, because the members' area is invite-only. */
export function isExcludedFromMembersArea(
  me: Me | null,
  { membersArea }: Pick<Site, 'membersArea'>,
): boolean {
  return me !== null && membersArea === 'invited' && !isMember(me.roles)
}

/** Like isExcludedFromMembersArea, but reads the current setting of the site for people who are not members. */
export async function checkIsExcludedFromMembersArea(
  queryClient: QueryClient,
  me: Me | null,
): Promise<boolean> {
  if (me === null || isMember(me.roles)) return false
  return isExcludedFromMembersArea(me, await queryClient.fetchQuery(siteQuery()))
}

/**
 * R-06, for `beforeLoad` of the members' area. Requires a sign-in, and redirects people without access to instructions.
 * From there they can return to this page.
 */
export async function requireMembersArea(guarded: Parameters<typeof requireSignedIn>[0]): Promise<Me> {
  const me = await requireSignedIn(guarded)
  if (await checkIsExcludedFromMembersArea(guarded.context.queryClient, me))
    throw redirect({ to: '/dashboard/members-only', search: { next: guarded.location.href } })
  return me
}
