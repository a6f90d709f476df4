import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import type { Me } from '~/features/identity/web/queries'
import { type Site, siteQuery } from '~/features/settings/web/queries'
import { isMember } from '~/platform/rpc/access'

/** The members' area is for whom a member let in, and nobody has let this person in. */
export function isOutside(me: Me | null, { membersArea }: Pick<Site, 'membersArea'>): boolean {
  return me !== null && membersArea === 'invited' && !isMember(me.roles)
}

/** The same as the site has it now; a member costs no look at the settings. */
export async function readIsOutside(queryClient: QueryClient, me: Me | null): Promise<boolean> {
  if (me === null || isMember(me.roles)) return false
  return isOutside(me, await queryClient.fetchQuery(siteQuery()))
}

/**
 * R-06 for `beforeLoad` of the members' area: as requireSignedIn, and whoever is not let in is shown how they come in, and
 * goes on to where they wanted to be afterwards.
 */
export async function requireMembersArea(guarded: Parameters<typeof requireSignedIn>[0]): Promise<Me> {
  const me = await requireSignedIn(guarded)
  if (await readIsOutside(guarded.context.queryClient, me))
    throw redirect({ to: '/dashboard/members-only', search: { next: guarded.location.href } })
  return me
}
