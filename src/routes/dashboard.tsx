import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { bookingCountsQuery } from '~/features/bookings/web/queries'
import { caseCountsQuery } from '~/features/chat/web/moderation/queries'
import { unreadQuery } from '~/features/chat/web/queries'
import { requireSignedIn } from '~/features/identity/web/guards'
import { countsQuery } from '~/features/network/web/queries'
import { pageCookies } from '~/platform/rpc/page-request'
import { isModerator, memberLinksFor } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'

/** What every screen of a member stands in: the guard of R-06 and the sidebar of M-01 with what waits. */
export const Route = createFileRoute('/dashboard')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient, me } }) => {
    // A sidebar without its numbers is still one. In the browser they come when they come.
    const read = Promise.all([
      queryClient.prefetchQuery(countsQuery()),
      queryClient.prefetchQuery(bookingCountsQuery()),
      queryClient.prefetchQuery(unreadQuery()),
      isModerator(me.roles) && queryClient.prefetchQuery(caseCountsQuery()),
    ])
    if (typeof window === 'undefined') await read
    return { startsCollapsed: isSidebarCollapsed(pageCookies()) }
  },
  component: MemberDashboard,
})

function MemberDashboard() {
  const { startsCollapsed } = Route.useLoaderData()
  const { data: network } = useQuery(countsQuery())
  const { data: bookings } = useQuery(bookingCountsQuery())
  const { data: chat } = useQuery(unreadQuery())
  const { me } = Route.useRouteContext()
  const { data: cases } = useQuery({ ...caseCountsQuery(), enabled: isModerator(me.roles) })
  const isWhole = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isWhole === true),
  })
  const waiting: Record<string, number | undefined> = {
    '/dashboard/network': network?.pending,
    '/dashboard/bookings': bookings?.awaitingYou,
    '/dashboard/chat': chat?.unread,
    '/dashboard/moderation': cases?.open,
  }
  const links = memberLinksFor(me.roles).map((link) => ({ ...link, count: waiting[link.href] }))
  return (
    <AppShell title="Member Dashboard" links={links} startsCollapsed={startsCollapsed} isWhole={isWhole}>
      <Outlet />
    </AppShell>
  )
}
